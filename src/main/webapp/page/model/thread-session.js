import { part } from '../api/api.js';
import { readRun } from '../api/run-reader.js';
import { randomId } from './ids.js';
import { RunView } from './run-view.js';
import { contentOf, shortened, submission, textOf } from './sending.js';
import { ThreadLog } from './thread-log.js';
import { onScreen, waitForNews } from './thread-reader.js';

const TITLE = 80;

/**
 * The thread that is on the screen: what was said, the run that is under way, what waits for a decision. Follows the
 * thread until it is closed. Tells of each change with the event `change`, of a new thread with `created`, and with
 * `rest` when a run ends or begins to wait.
 */
export class ThreadSession extends EventTarget {
  threadId = '';
  title = '';
  agentId = '';
  /** Before the run on the screen. */
  entries = [];
  /** @type {RunView | null} */
  run = null;
  /** Of the user, and in no run yet. */
  outbox = [];
  suspensions = [];
  loading = false;
  connected = true;
  /** What went wrong last, for the user. */
  error = null;

  #api;
  #log = null;
  /** The last run that is shown, and as of when; null for now. */
  #latest = '';
  #changed = null;
  /** Where a run that waits was read on in vain. */
  #readOnAt = '';
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

  /** What is stored of a run of the thread. */
  recordOf(runId) {
    return this.#log?.record(runId);
  }

  /** Ends following it; the run goes on. */
  close() {
    this.#life.abort();
    this.#attached.abort();
  }

  /** Shows a thread that is there. */
  async open(threadId) {
    this.#name(threadId);
    this.loading = true;
    this.#tell();
    await this.#guarded(async () => {
      await this.#load(this.#life.signal);
      this.#attend();
    });
    this.loading = false;
    this.#tell();
  }

  #name(threadId) {
    this.threadId = threadId;
    this.#log = new ThreadLog(this.#api, threadId);
  }

  /** Nothing of it is shown when the signal comes first. */
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
      this.run.shownElsewhere(this.entries.filter((entry) => entry.type === 'user').map((entry) => entry.messageId));
    }
    const users = this.#log.messages.filter((message) => message.role === 'user');
    this.outbox = this.outbox.filter(
      (entry) => !users.some(({ id, content }) => !entry.before.has(id) && textOf(content) === textOf(entry.content)),
    );
  }

  /** Puts an earlier page in front. */
  async older() {
    await this.#guarded(async () => {
      await this.#log.loadOlder(this.#more);
      this.#arrange();
    });
    this.#tell();
  }

  /**
   * Says something. On a free thread the answer streams; while a run keeps it, `mode` says what becomes of both.
   *
   * @param {{agentId: string, text: string, files: File[], mode: string}} said
   * @throws what the server refuses; nothing is shown of it then
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
    this.#tell();
    const body = { agent_id: agentId, thread_id: this.threadId, messages: [{ role: 'user', content }] };
    if (!busy) {
      // Or the thread would tell of the new run before the request for it does, and it would be there twice.
      this.#attached.abort();
    }
    const submit = submission(this.#api, busy ? { ...body, mode, background: true } : body);
    try {
      const answer = await submit(this.#life.signal, () => this.#link(false));
      this.#link(true);
      if (!busy) {
        this.#begin(answer, submit, entry);
      }
    } catch (error) {
      this.outbox = this.outbox.filter((each) => each !== entry);
      this.#tell();
      if (!busy) {
        this.#attend();
      }
      throw error;
    }
  }

  async #create(text) {
    const title = shortened(text.trim().split('\n')[0], TITLE);
    const made = await this.#api.post('threads', title ? { title } : {}, this.#more);
    this.#name(made.id);
    this.title = title;
    this.dispatchEvent(new Event('created'));
  }

  /** The entries of a run that is over join those before it, and the new run takes its place. */
  #begin(first, submit, entry) {
    this.entries = [...this.entries, ...(this.run?.entries ?? []), entry];
    this.outbox = this.outbox.filter((each) => each !== entry);
    this.run = new RunView('');
    this.#tell();
    this.#attend({ first, entry, again: (signal) => submit(signal) });
  }

  /** Follows the thread from here on. */
  #attend(begun) {
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
        await this.#questions(signal);
      }
    } while (await this.#news(signal));
  }

  async #readRun(signal, begun) {
    const view = this.run;
    const options = {
      api: this.#api,
      signal,
      onEvent: (event) => this.#take(view, event, begun?.entry),
      onReset: (cursor) => {
        view.reset(cursor);
        this.#tell();
      },
      onLink: (connected) => this.#link(connected),
    };
    let first = begun?.first;
    while ((await readRun({ ...options, runId: view.runId, cursor: view.cursor, first })) === 'lost') {
      first = await begun.again(signal);
    }
    this.#latest = view.runId;
    this.#changed = null;
    if (!view.rest()) {
      // It is over, and its events were deleted.
      await this.#load(signal);
    }
    this.#tell();
  }

  #take(view, event, begun) {
    const before = view.entries.length;
    view.add(event);
    if (begun?.pending) {
      Object.assign(begun, { pending: false, runId: view.runId });
    }
    if (event.event_type === 'run_start' && !begun) {
      this.#guarded(() => this.#refresh(view));
    }
    if (this.outbox.length > 0 && view.entries.slice(before).some((entry) => entry.type === 'user')) {
      this.outbox = this.outbox.slice(1);
    }
    if (event.event_type === 'tool_call_resumed') {
      this.suspensions = this.suspensions.filter((each) => each.tool_call_id !== event.target_id);
    }
    this.#tell();
  }

  /** A run that another tab began, or that was queued: its messages were stored since. */
  async #refresh(view) {
    await this.#log.refresh(this.#more);
    if (this.run === view) {
      this.#arrange();
      this.#tell();
    }
  }

  async #questions(signal) {
    const path = `threads/${part(this.threadId)}/suspensions?limit=100`;
    const waits = this.run?.status === 'waiting';
    this.suspensions = waits ? (await this.#api.get(path, { signal })).items : [];
    this.dispatchEvent(new Event('rest'));
    this.#tell();
  }

  /** Waits for what the page does not know yet, and takes it in; false when the signal ends it. */
  async #news(signal) {
    let heard = false;
    const happened = await waitForNews({
      api: this.#api,
      threadId: this.threadId,
      signal,
      visible: onScreen,
      onConnected: () => this.#catchUp(signal, false),
      isNews: (event) => {
        heard = event.event_type !== 'reset' && !(event.run_id === this.run?.runId && event.seq <= this.run.seq);
        return heard;
      },
    });
    if (happened && heard) {
      await this.#catchUp(signal, true);
    }
    return happened;
  }

  /** Whether something has changed: there is another run, or the one that waited goes on. */
  async #catchUp(signal, heard) {
    const { openRun, latestRun, changed } = await this.#log.look({ signal });
    this.#link(true);
    const waits = this.run?.status === 'waiting';
    const over = openRun === '' && this.#readOnAt !== this.run?.cursor;
    if (waits && (heard ? openRun === this.run.runId : over)) {
      this.#readOnAt = heard ? '' : this.run.cursor;
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
      this.#tell();
    }
    return !same;
  }

  /** Decides about a call; the run is read on. */
  async decide(suspension, decision) {
    const about = {
      tool_call_id: suspension.tool_call_id,
      suspension_id: suspension.id,
      arguments_hash: suspension.arguments_hash,
      decision_id: randomId(),
    };
    await this.#api.post(`runs/${part(suspension.run_id)}/decision`, { ...about, ...decision }, this.#more);
    this.#readOn(this.suspensions.filter((each) => each.id !== suspension.id));
  }

  /** Asks the run to end; what it said stays. */
  async stop() {
    const path = this.run?.runId ? `runs/${part(this.run.runId)}` : `threads/${part(this.threadId)}`;
    await this.#guarded(() => this.#api.post(`${path}/cancel`, undefined, this.#more));
    if (this.run?.status === 'waiting') {
      this.#readOn([]);
    }
  }

  #readOn(suspensions) {
    this.suspensions = suspensions;
    if (this.run) {
      this.run.status = 'running';
    }
    this.#tell();
    this.#attend();
  }

  get #more() {
    return { signal: this.#life.signal };
  }

  #link(connected) {
    if (this.connected !== connected) {
      this.connected = connected;
      this.#tell();
    }
  }

  async #guarded(work, signal = this.#life.signal) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted && !this.#life.signal.aborted) {
        this.error = error;
        this.#tell();
      }
    }
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
