import { LitElement, css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { ago } from '../model/format.js';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

/** The conversation list, newest first, with a search over titles, agents and ids. */
export class ThreadList extends LitElement {
  static properties = { threads: {}, current: {}, waiting: {}, hasMore: {}, version: {}, _query: { state: true } };

  static styles = [
    shared,
    css`
      :host { display: flex; flex-direction: column; min-height: 0; }
      .top { display: grid; gap: 0.6rem; padding: 0.2rem 0.9rem 0.7rem; }
      .search { position: relative; }
      .search .icon { position: absolute; left: 0.7em; top: 0.65em; color: var(--muted); pointer-events: none; }
      .search input { padding-left: 2.3em; }
      nav { flex: 1; min-height: 0; overflow-y: auto; padding: 0 0.5rem 1rem; }
      ul { list-style: none; margin: 0; padding: 0; }
      a { display: grid; grid-template-columns: 1fr auto; gap: 0.1em 0.6em; align-items: baseline; min-height: 44px; padding: 0.5em 0.65em; border-radius: 10px; color: var(--ink); text-decoration: none; }
      a:hover { background: var(--sunk); }
      a[aria-current] { background: var(--accent-soft); }
      .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.94rem; }
      .when, .agent { font-size: 0.78rem; color: var(--muted); }
      .when { justify-self: end; }
      .agent { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .asks { justify-self: end; padding: 0 0.5em; border-radius: 8px; font-size: 0.74rem; background: var(--warn-soft); color: var(--warn); border: 1px solid var(--warn-line); }
      .none { padding: 0.5em 0.9em; color: var(--muted); font-size: 0.9rem; }
      .more { width: 100%; margin-top: 0.4em; }
    `,
  ];

  render() {
    const shown = this.#matches();
    return html`<div class="top">
        <button class="button primary" type="button" @click=${this.#startNew}>${icon('plus')} New conversation</button>
        <div class="search">
          ${icon('search')} <label class="hidden" for="search">Search conversations</label>
          <input id="search" class="field" type="search" placeholder="Search" autocomplete="off" @input=${this.#search} />
        </div>
      </div>
      <nav aria-label="Conversations">
        <ul>
          ${repeat(shown, (thread) => thread.id, (thread) => this.#row(thread))}
        </ul>
        <p class="none" role="status">${shown.length === 0 ? (this._query ? 'No conversation matches.' : 'No conversations yet.') : ''}</p>
        ${this.hasMore ? html`<button class="button more" type="button" @click=${() => this.#emit('more-threads')}>Show older</button>` : nothing}
      </nav>`;
  }

  #row(thread) {
    const asks = this.waiting?.has(thread.id);
    return html`<li>
      <a href="#thread=${encodeURIComponent(thread.id)}" aria-current=${thread.id === this.current ? 'page' : nothing}
        @click=${() => thread.id === this.current && this.#emit('same-thread')}>
        <span class="title">${thread.title || 'Untitled'}</span>
        <span class="when">${ago(thread.updated_at)}</span>
        <span class="agent">${thread.agent_id ?? ''}</span>
        ${asks ? html`<span class="asks">needs input</span>` : nothing}
      </a>
    </li>`;
  }

  #matches() {
    const words = (this._query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    return (this.threads ?? []).filter((thread) => {
      const text = `${thread.title ?? 'untitled'} ${thread.agent_id ?? ''} ${thread.id}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** Filters the list, and loads older conversations to search in. */
  #search(event) {
    this._query = event.target.value;
    if (this._query.trim() && this.hasMore) {
      this.#emit('all-threads');
    }
  }

  #startNew() {
    this.#emit('new-thread');
  }

  #emit(what) {
    this.dispatchEvent(new CustomEvent(what, { bubbles: true, composed: true }));
  }

  takeFocus() {
    this.renderRoot.querySelector('button').focus();
  }
}

customElements.define('thread-list', ThreadList);
