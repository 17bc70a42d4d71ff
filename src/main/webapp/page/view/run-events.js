import { LitElement, css, html, nothing } from 'lit';
import { part } from '../api/api.js';
import { brief, count } from '../model/format.js';
import { gathered } from '../model/gathered.js';
import './error-note.js';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

const PAGE = 200;

/** A drawer with the stored events of a run. */
export class RunEvents extends LitElement {
  static properties = { api: {}, _run: { state: true }, _events: { state: true }, _next: { state: true }, _error: { state: true }, _filter: { state: true } };

  static styles = [
    shared,
    css`
      dialog { position: fixed; inset: 0 0 0 auto; width: min(44rem, 100vw); max-width: none; height: 100%; max-height: none; margin: 0; padding: 0; border: 0; border-left: 1px solid var(--line); background: var(--surface); color: var(--ink); box-shadow: var(--shadow); }
      dialog::backdrop { background: var(--veil); }
      .frame { display: flex; flex-direction: column; height: 100%; }
      header { display: flex; align-items: center; gap: 0.6em; padding: 0.7rem 0.6rem 0.4rem 1.1rem; }
      h2 { flex: 1; margin: 0; font-size: 1.1rem; }
      .about { margin: 0; padding: 0 1.1rem 0.7rem; color: var(--muted); font-size: 0.86rem; overflow-wrap: anywhere; }
      .about code { font: 0.95em var(--mono); }
      .filter { padding: 0 1.1rem 0.7rem; }
      .list { flex: 1; min-height: 0; overflow: auto; border-top: 1px solid var(--line); }
      table { width: 100%; border-collapse: collapse; font-size: 0.86rem; table-layout: fixed; }
      th { position: sticky; top: 0; text-align: left; font-weight: 600; color: var(--muted); background: var(--raised); }
      th, td { padding: 0.4em 0.6em; vertical-align: top; border-bottom: 1px solid var(--line); }
      th:first-child, td:first-child { width: 3.6em; text-align: right; color: var(--muted); font-variant-numeric: tabular-nums; }
      th:nth-child(2), td:nth-child(2) { width: 12.5em; overflow-wrap: anywhere; font-family: var(--mono); font-size: 0.95em; }
      th:nth-child(2) { font-family: inherit; font-size: inherit; }
      summary { cursor: pointer; font-family: var(--mono); overflow-wrap: anywhere; }
      .code { margin-top: 0.4em; }
      .foot { padding: 0.8rem 1.1rem; }
      @media (max-width: 30rem) { th:nth-child(2), td:nth-child(2) { width: 7.5em; } th, td { padding: 0.4em 0.4em; } th:first-child, td:first-child { width: 2.8em; } }
    `,
  ];

  render() {
    const words = (this._filter ?? '').toLowerCase();
    const shown = (this._events ?? []).filter((event) => !words || JSON.stringify(event).toLowerCase().includes(words));
    return html`<dialog aria-labelledby="title" @close=${() => (this._events = null)}>
      <div class="frame">
        <header>
          <h2 id="title">Run events</h2>
          <button class="round" type="button" aria-label="Close" @click=${this.#close}>${icon('close')}</button>
        </header>
        ${this.#about()}
        <div class="filter">
          <label class="hidden" for="filter">Filter events</label>
          <input id="filter" class="field" type="search" placeholder="Filter" @input=${(event) => (this._filter = event.target.value)} />
        </div>
        <error-note .error=${this._error}></error-note>
        <div class="list" tabindex="0" aria-label="Events">
          <table>
            <thead><tr><th scope="col">#</th><th scope="col">Type</th><th scope="col">Content</th></tr></thead>
            <tbody>${gathered(shown).map((row) => this.#row(row))}</tbody>
          </table>
          ${this._next ? html`<p class="foot"><button class="button" type="button" @click=${this.#more}>Show more</button></p>` : nothing}
        </div>
      </div>
    </dialog>`;
  }

  #about() {
    const run = this._run;
    if (!run) {
      return nothing;
    }
    const ended = run.termination_code ?? run.status;
    return html`<p class="about"><code>${run.run_id}</code><br />${run.agent_id} · ${ended} · ${count(run.steps)} steps · ${count(run.input_tokens)} tokens in,
      ${count(run.output_tokens)} out</p>`;
  }

  #row({ type, events, text }) {
    const { seq, timestamp, event_type: name, cursor, ...rest } = events[0];
    return html`<tr data-type=${name} data-cursor=${cursor}>
      <td>${seq}</td>
      <td title=${timestamp}>${type}${events.length > 1 ? html` <small>× ${events.length}</small>` : nothing}</td>
      <td><details><summary>${brief(text ?? rest, 120)}</summary><pre class="code" tabindex="0">${events.map((event) => JSON.stringify(event, null, events.length > 1 ? 0 : 2)).join('\n')}</pre></details></td>
    </tr>`;
  }

  /** Opens the drawer for a run. */
  async show(runId) {
    this._run = null;
    this._events = [];
    this._filter = '';
    this._error = null;
    this.runId = runId;
    this.renderRoot.querySelector('dialog').showModal();
    await this.#guarded(async () => {
      this._run = await this.api.get(`runs/${part(runId)}`);
      await this.#read('');
    });
  }

  async #read(cursor) {
    const page = await this.api.get(`runs/${part(this.runId)}/events?limit=${PAGE}${cursor ? `&cursor=${part(cursor)}` : ''}`);
    this._events = [...(this._events ?? []), ...page.items];
    this._next = page.has_more ? page.next_cursor : '';
  }

  #more() {
    this.#guarded(() => this.#read(this._next));
  }

  async #guarded(work) {
    try {
      await work();
    } catch (error) {
      this._error = error;
    }
  }

  #close() {
    this.renderRoot.querySelector('dialog').close();
  }
}

customElements.define('run-events', RunEvents);
