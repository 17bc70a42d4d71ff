import { part } from '../api/api.js';
import { entriesOf } from './history.js';

const PAGE = 100;

/** The stored data of a thread: its newest messages, older ones on demand, and its latest run records. */
export class ThreadLog {
  messages = [];
  title = '';
  /** Ids of the unfinished run and of the run that was accepted last; empty when there is none. */
  openRun = '';
  latestRun = '';
  agentId = '';
  /** When `latestRun` was last updated, in milliseconds since the epoch. */
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

  /** Fetches the title and the current runs. */
  async fetchState(more) {
    const thread = await this.#api.get(this.#path, more);
    return {
      title: thread.metadata.title ?? '',
      openRun: thread.active_run_id ?? thread.open_run_id ?? '',
      latestRun: thread.latest_run_id ?? '',
      changed: thread.latest_run_updated_at ?? 0,
    };
  }

  /** Reloads everything. */
  async load(more) {
    Object.assign(this, await this.fetchState(more));
    const [, runs] = await Promise.all([
      this.refresh(more),
      this.#api.get(`${this.#path}/runs?limit=50`, more),
    ]);
    this.#runs = runs.items;
    this.agentId = runs.items[0]?.agent_id ?? '';
  }

  /** Reloads the newest page of messages. */
  async refresh(more) {
    const page = await this.#api.get(`${this.#path}/messages?order=desc&limit=${PAGE}`, more);
    this.messages = page.messages.reverse();
    this.#older = page.has_more ? page.next_cursor : '';
  }

  /** Loads the page of messages before the oldest one. */
  async loadOlder(more) {
    const query = `order=desc&limit=${PAGE}&cursor=${part(this.#older)}`;
    const page = await this.#api.get(`${this.#path}/messages?${query}`, more);
    this.messages = [...page.messages.reverse(), ...this.messages];
    this.#older = page.has_more ? page.next_cursor : '';
  }

  /** The record of one of the latest 50 runs; undefined for others. */
  record(runId) {
    return this.#runs.find((run) => run.run_id === runId);
  }

  /** The messages as entries, without those that the live run shows from its events. */
  entries(liveRun) {
    return entriesOf(this.messages, { liveRun, runs: this.#runs.filter((run) => run.run_id !== liveRun) });
  }
}
