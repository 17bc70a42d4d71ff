import { part } from '../api/api.js';
import { entriesOf } from './history.js';

const PAGE = 100;

/** What is stored of a thread: its newest messages, older ones on demand, and how its last runs ended. */
export class ThreadLog {
  messages = [];
  title = '';
  /** The run that keeps the thread, and the one that was accepted last; empty for none. */
  openRun = '';
  latestRun = '';
  agentId = '';
  /** When that last one changed. */
  changed = 0;
  #api;
  #path;
  #runs = [];
  #older = '';

  constructor(api, threadId) {
    this.#api = api;
    this.#path = `threads/${part(threadId)}`;
  }

  get hasOlder() {
    return this.#older !== '';
  }

  /** Which runs there are, now. */
  async look(more) {
    const thread = await this.#api.get(this.#path, more);
    return {
      title: thread.metadata.title ?? '',
      openRun: thread.active_run_id ?? thread.open_run_id ?? '',
      latestRun: thread.latest_run_id ?? '',
      changed: thread.latest_run_updated_at ?? 0,
    };
  }

  /** Reads everything anew. */
  async load(more) {
    Object.assign(this, await this.look(more));
    const [, ran] = await Promise.all([
      this.refresh(more),
      this.#api.get(`${this.#path}/runs?limit=50`, more),
    ]);
    this.#runs = ran.items;
    this.agentId = ran.items[0]?.agent_id ?? '';
  }

  /** The newest page of messages. */
  async refresh(more) {
    const said = await this.#api.get(`${this.#path}/messages?order=desc&limit=${PAGE}`, more);
    this.messages = said.messages.reverse();
    this.#older = said.has_more ? said.next_cursor : '';
  }

  /** Puts an earlier page in front. */
  async loadOlder(more) {
    const page = `order=desc&limit=${PAGE}&cursor=${part(this.#older)}`;
    const said = await this.#api.get(`${this.#path}/messages?${page}`, more);
    this.messages = [...said.messages.reverse(), ...this.messages];
    this.#older = said.has_more ? said.next_cursor : '';
  }

  /** What is stored of one of its last runs; undefined for others. */
  record(runId) {
    return this.#runs.find((run) => run.run_id === runId);
  }

  /** As entries, without what a run that is read from its events shows itself. */
  entries(liveRun) {
    return entriesOf(this.messages, { liveRun, runs: this.#runs.filter((run) => run.run_id !== liveRun) });
  }
}
