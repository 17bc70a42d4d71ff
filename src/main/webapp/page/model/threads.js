const PAGE = 100;
/** As many as a search looks through. */
const MOST = 2_000;

/** The conversations, newest first, as far as they were asked for; tells of changes with the event `change`. */
export class Threads extends EventTarget {
  items = [];
  /** Ids of those in which a call waits for a decision. */
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

  /** Lists them anew, and what waits in them. */
  async refresh() {
    const [page, asked] = await Promise.all([
      this.#api.get(`threads/summaries?root=true&limit=${PAGE}`),
      this.#api.get('suspensions?limit=200'),
    ]);
    const first = new Set(page.items.map((thread) => thread.id));
    const more = this.items.length > PAGE;
    this.items = more ? [...page.items, ...this.items.filter((thread) => !first.has(thread.id))] : page.items;
    this.#next = more ? this.#next : (page.next_cursor ?? '');
    this.waiting = new Set(asked.items.map((each) => each.thread_id));
    this.dispatchEvent(new Event('change'));
  }

  /** One page more. */
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

  /** All that a search looks through. */
  async all() {
    while (this.hasMore && this.items.length < MOST) {
      await this.more();
    }
  }
}
