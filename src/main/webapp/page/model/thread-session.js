import { part } from '../api/api.js';
import { readRun } from '../api/run-reader.js';
import { randomId } from './ids.js';
import { RunView } from './run-view.js';
import { contentOf, shortened, submission, textOf } from './sending.js';
import { ThreadLog } from './thread-log.js';
import { onScreen, waitForChange } from './thread-reader.js';

/** Longest title that is made of a first message, in UTF-16 code units. */
const TITLE = 80;

/**
 * The thread on the screen: its messages, the current run and the open suspensions. Follows the thread until it is
 * closed. Dispatches `change` for each change, `created` for a new thread, and `rest` when a run ends or is suspended.
 */
export class ThreadSession extends EventTarget {
  threadId = '';
  title = '';
  agentId = '';
  /** Entries before `run`. */
  entries = [];
  /** @type {RunView | null} */
  run = null;
  /** User messages that no run has received yet. */
  outbox = [];
  suspensions = [];
  loading = false;
  connected = true;
  /** The last error to show to the user. */
  error = null;

  #api;
  #log = null;
  /** The latest run that is shown, and its update time; null for the time of the next fetch. */
  #latest = '';
  #changed = null;
  /** Cursor of a suspended run at which a read returned no further events. */
  #settledAt = '';
  #life = new AbortController();
  #attached = new AbortController();

  constructor(api) {
    super();
    this.#api = api;
  }

  /** `idle`, `sending`, `running` or `waiting`. */
  get status() {
    if (this.run && this.run.status !== 'done') {
      return this.run.status;
    }
    return this.outbox.length > 0 ? 'sending' : 'idle';
  }

  get hasOlder() {
    return this.#log?.hasOlder ?? false;
  }

  /** The stored record of a run of the thread. */
  recordOf(runId) {
    return this.#log?.record(runId);
  }

  /** Stops following the thread; its run continues. */
  close() {
    this.#life.abort();
    this.#attached.abort();
  }

  /** Opens an existing thread. */
  async open(threadId) {
    this.#setThread(threadId);
    this.loading = true;
    this.#notify();
    await this.#guarded(async () => {
      await this.#load(this.#life.signal);
      this.#startFollowing();
    });
    this.loading = false;
    this.#notify();
  }

  #setThread(threadId) {
    this.threadId = threadId;
    this.#log = new ThreadLog(this.#api, threadId);
  }

  /** Changes nothing on the screen when the signal aborts it. */
  async #load(signal) {
    await this.#log.load({ signal });
    this.title = this.#log.title;
    this.agentId = this.#log.agentId || this.agentId;
    this.#latest = this.#log.latestRun;
    this.#changed = this.#log.changed;
    this.run = this.#log.openRun ? new RunView(this.#log.openRun) : null;
    this.#arrange();
  }

  #arrange() {
    this.entries = this.#log.entries(this.run?.runId);
    if (this.run) {
      this.run.exclude(this.entries.filter((entry) => entry.type === 'user').map((entry) => entry.messageId));
    }
    const users = this.#log.messages.filter((message) => message.role === 'user');
    this.outbox = this.outbox.filter(
      (entry) => !users.some(({ id, content }) => !entry.before.has(id) && textOf(content) === textOf(entry.content)),
    );
  }

  /** Loads the previous page of messages. */
  async older() {
    await this.#guarded(async () => {
      await this.#log.loadOlder(this.#options);
      this.#arrange();
    });
    this.#notify();
  }

  /**
   * Sends a message. On an idle thread the answer streams; while a run is active, `mode` decides how the two combine.
   *
   * @param {{agentId: string, text: string, files: File[], mode: string}} message
   * @throws the server's error; the message is then not shown
   */
  async send({ agentId, text: typed, files, mode }) {
    this.error = null;
    const text = typed.toWellFormed();
    const busy = this.run !== null && this.run.status !== 'done';
    if (!this.threadId) {
      await this.#create(text);
    }
    const content = await contentOf(this.#api, this.threadId, text, files, this.#life.signal);
    const before = new Set(this.#log.messages.map((message) => message.id));
    const entry = { type: 'user', key: randomId(), runId: '', content, pending: true, before };
    this.outbox = [...this.outbox, entry];
    this.agentId = agentId;
    this.#notify();
    const body = { agent_id: agentId, thread_id: this.threadId, messages: [{ role: 'user', content }] };
    if (!busy) {
      // Otherwise the thread's stream could report the new run before the request returns, and it would be shown twice.
      this.#attached.abort();
    }
    const submit = submission(this.#api, busy ? { ...body, mode, background: true } : body);
    try {
      const response = await submit(this.#life.signal, () => this.#setConnected(false));
      this.#setConnected(true);
      if (!busy) {
        this.#begin(response, submit, entry);
      }
    } catch (error) {
      this.outbox = this.outbox.filter((each) => each !== entry);
      this.#notify();
      if (!busy) {
        this.#startFollowing();
      }
      throw error;
    }
  }

  async #create(text) {
    const title = shortened(text.trim().split('\n')[0], TITLE);
    const created = await this.#api.post('threads', title ? { title } : {}, this.#options);
    this.#setThread(created.id);
    this.title = title;
    this.dispatchEvent(new Event('created'));
  }

  /** Moves the entries of the finished run to the earlier ones, and starts a view of the new run. */
  #begin(first, submit, entry) {
    this.entries = [...this.entries, ...(this.run?.entries ?? []), entry];
    this.outbox = this.outbox.filter((each) => each !== entry);
    this.run = new RunView('');
    this.#notify();
    this.#startFollowing({ first, entry, again: (signal) => submit(signal) });
  }

  /** Follows the thread from now on; stops an earlier follower. */
  #startFollowing(begun) {
    this.#attached.abort();
    this.#attached = new AbortController();
    const { signal } = this.#attached;
    this.#guarded(() => this.#follow(signal, begun), signal);
  }

  async #follow(signal, begun) {
    let source = begun;
    do {
      if (this.run && this.run.status !== 'done') {
        await this.#readRun(signal, source);
        source = undefined;
        await this.#loadSuspensions(signal);
      }
    } while (await this.#waitForChange(signal));
  }

  async #readRun(signal, begun) {
    const view = this.run;
    const options = {
      api: this.#api,
      signal,
      onEvent: (event) => this.#apply(view, event, begun?.entry),
      onReset: (cursor, of) => {
        view.reset(cursor, of);
        this.#notify();
      },
      onLink: (connected) => this.#setConnected(connected),
    };
    let first = begun?.first;
    while ((await readRun({ ...options, runId: view.runId, cursor: view.cursor, first })) === 'lost') {
      first = await begun.again(signal);
    }
    this.#latest = view.runId;
    this.#changed = null;
    if (!view.settle()) {
      // The run has ended and its events were deleted.
      await this.#load(signal);
    }
    this.#notify();
  }

  #apply(view, event, begun) {
    const before = view.entries.length;
    view.add(event);
    if (begun?.pending) {
      Object.assign(begun, { pending: false, runId: view.runId });
    }
    if (event.delegate && event.termination?.type === 'suspended') {
      this.#guarded(() => this.#loadQuestionsOf(event.run_id));
    }
    if (event.event_type === 'run_start' && !event.delegate && !begun) {
      this.#guarded(() => this.#refresh(view));
    }
    if (this.outbox.length > 0 && view.entries.slice(before).some((entry) => entry.type === 'user')) {
      this.outbox = this.outbox.slice(1);
    }
    if (event.event_type === 'tool_call_resumed') {
      const run = event.delegate ? event.run_id : view.runId;
      this.suspensions = this.suspensions.filter(
        (each) => each.tool_call_id !== event.target_id || (each.run_id ?? run) !== run,
      );
    }
    this.#notify();
  }

  /** Reloads the messages of a run that another tab started or that was queued. */
  async #refresh(view) {
    await this.#log.refresh(this.#options);
    if (this.run === view) {
      this.#arrange();
      this.#notify();
    }
  }

  async #loadSuspensions(signal) {
    const path = `threads/${part(this.threadId)}/suspensions?limit=100`;
    const waits = this.run?.status === 'waiting';
    const below = this.suspensions.filter((each) => this.run?.hasDelegate(each.run_id));
    this.suspensions = waits ? [...(await this.#api.get(path, { signal })).items, ...below] : [];
    this.dispatchEvent(new Event('rest'));
    this.#notify();
  }

  /** Loads the questions of a delegate; the run above goes on reading. */
  async #loadQuestionsOf(runId) {
    const { waiting } = await this.#api.get(`runs/${part(runId)}`, this.#options);
    const others = this.suspensions.filter((each) => each.run_id !== runId);
    this.suspensions = [...others, ...(waiting?.tickets ?? []).filter((each) => each.run_id === runId)];
    this.#notify();
  }

  /** Waits for a change that the page has not seen, and loads it; false when the signal aborts the wait. */
  async #waitForChange(signal) {
    let matched = false;
    const changed = await waitForChange({
      api: this.#api,
      threadId: this.threadId,
      signal,
      visible: onScreen,
      onConnected: () => this.#catchUp(signal, false),
      isNew: (event) => {
        matched = event.event_type !== 'reset' && !(event.run_id === this.run?.runId && event.seq <= this.run.seq);
        return matched;
      },
    });
    if (changed && matched) {
      await this.#catchUp(signal, true);
    }
    return changed;
  }

  /** Loads changes; true if there is another run, or the suspended one continues. */
  async #catchUp(signal, matched) {
    const { openRun, latestRun, changed } = await this.#log.fetchState({ signal });
    this.#setConnected(true);
    const waits = this.run?.status === 'waiting';
    const over = openRun === '' && this.#settledAt !== this.run?.cursor;
    if (waits && (matched ? openRun === this.run.runId : over)) {
      this.#settledAt = matched ? '' : this.run.cursor;
      this.run.status = 'running';
      return true;
    }
    const known = openRun === '' && latestRun === this.#latest && changed === (this.#changed ?? changed);
    const same = waits ? openRun === this.run.runId : known;
    if (known) {
      this.#changed = changed;
    }
    if (!same) {
      await this.#load(signal);
      this.#notify();
    }
    return !same;
  }

  /** Sends the decision about a call, and continues to read the run. */
  async decide(suspension, decision) {
    const about = {
      tool_call_id: suspension.tool_call_id,
      suspension_id: suspension.id,
      arguments_hash: suspension.arguments_hash,
      decision_id: randomId(),
    };
    await this.#api.post(`runs/${part(suspension.run_id)}/decision`, { ...about, ...decision }, this.#options);
    const left = this.suspensions.filter((each) => each.id !== suspension.id);
    if (this.run?.hasDelegate(suspension.run_id)) {
      this.suspensions = left;
      this.#notify();
    } else {
      this.#continueRun(left);
    }
  }

  /** Cancels the run; its text so far stays. */
  async stop() {
    const path = this.run?.runId ? `runs/${part(this.run.runId)}` : `threads/${part(this.threadId)}`;
    await this.#guarded(() => this.#api.post(`${path}/cancel`, undefined, this.#options));
    if (this.run?.status === 'waiting') {
      this.#continueRun([]);
    }
  }

  #continueRun(suspensions) {
    this.suspensions = suspensions;
    if (this.run) {
      this.run.status = 'running';
    }
    this.#notify();
    this.#startFollowing();
  }

  get #options() {
    return { signal: this.#life.signal };
  }

  #setConnected(connected) {
    if (this.connected !== connected) {
      this.connected = connected;
      this.#notify();
    }
  }

  async #guarded(work, signal = this.#life.signal) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted && !this.#life.signal.aborted) {
        this.error = error;
        this.#notify();
      }
    }
  }

  #notify() {
    this.dispatchEvent(new Event('change'));
  }
}
