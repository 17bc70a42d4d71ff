import { LitElement, css, html, nothing } from 'lit';
import { part } from '../api/api.js';
import { size } from '../model/format.js';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** An image or a file of a message. Only media in the message or on this server is loaded; others are shown as a link. */
export class MediaView extends LitElement {
  static properties = { block: {}, api: {}, threadId: {}, _url: { state: true }, _failed: { state: true } };

  static styles = [
    shared,
    css`
      :host { display: inline-block; max-width: 100%; }
      img { display: block; max-width: min(100%, 22rem); max-height: 16rem; border-radius: 10px; border: 1px solid var(--line); background: var(--sunk); }
      .file { display: inline-flex; align-items: center; gap: 0.5em; min-height: 40px; padding: 0.4em 0.8em; max-width: 100%; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--ink); text-decoration: none; overflow-wrap: anywhere; font-size: 0.9rem; }
      .muted { color: var(--muted); }
    `,
  ];

  #objectUrl = '';

  disconnectedCallback() {
    super.disconnectedCallback();
    URL.revokeObjectURL(this.#objectUrl);
    this.#objectUrl = '';
    this._url = '';
  }

  willUpdate(changed) {
    if (changed.has('block') && this.block.data && SHOWN.includes(this.block.media_type)) {
      this._url = `data:${this.block.media_type};base64,${this.block.data}`;
    }
  }

  updated(changed) {
    if (changed.has('block') && this.block.media_id && SHOWN.includes(this.block.media_type)) {
      this.#load();
    }
  }

  async #load() {
    try {
      const response = await this.api.open('GET', `threads/${part(this.threadId)}/media/${part(this.block.media_id)}`, undefined, { headers: { Accept: '*/*' } });
      URL.revokeObjectURL(this.#objectUrl);
      this.#objectUrl = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: this.block.media_type }));
      this._url = this.#objectUrl;
    } catch {
      this._failed = true;
    }
  }

  render() {
    const { block } = this;
    const name = block.name || block.title || block.type;
    if (block.type === 'image' && this._url) {
      return html`<img src=${this._url} alt=${block.name || 'Image'} />`;
    }
    if (block.media_id || block.data) {
      return html`<button class="file" type="button" @click=${this.#save}>
        ${icon('file')} <span>${name}</span> ${block.size ? html`<span class="muted">${size(block.size)}</span>` : nothing}
        ${this._failed ? html`<span class="problem">could not be loaded</span>` : nothing}
      </button>`;
    }
    return /^https?:/i.test(block.url ?? '')
      ? html`<a class="file" href=${block.url} target="_blank" rel="noopener noreferrer nofollow">${icon('file')} <span>${name}</span></a>`
      : html`<span class="file">${icon('file')} <span>${name}</span></span>`;
  }

  /** Saves the file as a download, so that the browser never opens its content as a page. */
  async #save() {
    try {
      const bytes = this.block.data
        ? Uint8Array.from(atob(this.block.data), (sign) => sign.charCodeAt(0))
        : await (await this.api.open('GET', `threads/${part(this.threadId)}/media/${part(this.block.media_id)}`, undefined, { headers: { Accept: '*/*' } })).arrayBuffer();
      const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
      Object.assign(document.createElement('a'), { href: url, download: this.block.name || 'file' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch {
      this._failed = true;
    }
  }
}

customElements.define('media-view', MediaView);
