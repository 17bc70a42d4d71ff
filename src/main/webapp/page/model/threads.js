const PAGE = 100;
/** How many conversations a search covers. */
const MOST = 2_000;

/** The loaded conversations, newest first. Dispatches `change` when the list changes. */
export class Threads extends EventTarget {
  items = [];
  /** Ids of conversations in which a tool call is waiting for a decision. */
  waiting = new Set();
  #api;
  #next = '';
  #reading = null;

  constructor(api) {
    super();
    this.#api = api;
  }

  get hasMore() {
    return this.#next !== '';
  }

  /** Reloads the newest page and the open suspensions. */
  async refresh() {
    const [page, suspensions] = await Promise.all([
      this.#api.get(`threads/summaries?root=true&limit=${PAGE}`),
      this.#api.get('suspensions?limit=200'),
    ]);
    const first = new Set(page.items.map((thread) => thread.id));
    const more = this.items.length > PAGE;
    this.items = more ? [...page.items, ...this.items.filter((thread) => !first.has(thread.id))] : page.items;
    this.#next = more ? this.#next : (page.next_cursor ?? '');
    this.waiting = new Set(suspensions.items.map((each) => each.thread_id));
    this.dispatchEvent(new Event('change'));
  }

  /** Loads the next page. */
  async more() {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read() {
    const page = await this.#api.get(`threads/summaries?root=true&limit=${PAGE}&cursor=${encodeURIComponent(this.#next)}`);
    const known = new Set(this.items.map((thread) => thread.id));
    this.items = [...this.items, ...page.items.filter((thread) => !known.has(thread.id))];
    this.#next = page.next_cursor ?? '';
    this.dispatchEvent(new Event('change'));
  }

  /** Loads all conversations that a search covers. */
  async all() {
    while (this.hasMore && this.items.length < MOST) {
      await this.more();
    }
  }
}
