import { LitElement, css, html, nothing } from 'lit';
import { size } from '../model/format.js';
import './error-note.js';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

/** Media types for extensions that browsers may not recognise. */
const BY_NAME = { md: 'text/markdown', csv: 'text/csv', json: 'application/json', txt: 'text/plain', log: 'text/plain' };
const MAX_FILES = 20;
/** The server's default limit, for a warning only: the server enforces its own. */
const USUAL_BYTES = 3 * 1024 * 1024;

/** The message field: Enter sends, Shift+Enter starts a new line; files are added by button, drop or paste. */
export class ChatComposer extends LitElement {
  static properties = {
    status: {},
    send: {},
    placeholder: {},
    _text: { state: true },
    _files: { state: true },
    _busy: { state: true },
    _error: { state: true },
    _over: { state: true },
  };

  static styles = [
    shared,
    css`
      :host { display: block; padding: 0 1rem max(0.8rem, env(safe-area-inset-bottom)); }
      .column { max-width: var(--column); margin: 0 auto; }
      error-note { margin-bottom: 0.5rem; }
      form { border: 1px solid var(--line-strong); border-radius: 18px; background: var(--surface); box-shadow: var(--shadow); }
      form:focus-within { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent), var(--shadow); }
      form.over { border-style: dashed; background: var(--accent-soft); }
      textarea { display: block; width: 100%; max-height: 40vh; min-height: 3.2em; padding: 0.85em 1em 0.3em; border: 0; outline: none; resize: none; background: none; field-sizing: content; overflow-y: auto; }
      textarea:focus-visible { outline: none; }
      .row { display: flex; align-items: center; gap: 0.3em; padding: 0.15em 0.45em 0.45em; }
      .row .grow { flex: 1; }
      .round.go { background: var(--accent); color: var(--accent-ink); }
      .round.go:hover:not(:disabled) { background: var(--accent); color: var(--accent-ink); filter: brightness(1.1); }
      .round.go:disabled { background: var(--sunk); color: var(--muted); opacity: 1; }
      .round.halt { background: var(--ink); color: var(--surface); }
      .round.halt .icon { fill: currentColor; }
      select { min-height: 36px; max-width: 60%; padding: 0 0.5em; border: 0; border-radius: 9px; background: var(--sunk); color: var(--ink); font-size: 0.86rem; }
      ul { display: flex; flex-wrap: wrap; gap: 0.45em; list-style: none; margin: 0; padding: 0.8em 0.9em 0; }
      li { display: flex; align-items: center; gap: 0.5em; max-width: 100%; padding: 0.25em 0.15em 0.25em 0.4em; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); font-size: 0.86rem; }
      li img { width: 34px; height: 34px; object-fit: cover; border-radius: 7px; }
      li span { overflow-wrap: anywhere; } li small { color: var(--muted); white-space: nowrap; }
      li.large small { color: var(--bad); }
      li .round { width: 30px; height: 30px; }
      .help { margin: 0.45rem 0 0; text-align: center; font-size: 0.78rem; color: var(--muted); }
      @media (max-width: 40rem) { .help { display: none; } :host { padding-inline: 0.6rem; } }
    `,
  ];

  constructor() {
    super();
    this._text = '';
    this._files = [];
  }

  get #running() {
    return ['running', 'waiting'].includes(this.status);
  }

  render() {
    const empty = this._text.trim() === '' && this._files.length === 0;
    return html`<div class="column">
      <error-note .error=${this._error} dismissable @dismiss=${() => (this._error = null)}></error-note>
      <form class=${this._over ? 'over' : ''} @submit=${this.#submit} @dragover=${this.#drag} @dragleave=${() => (this._over = false)} @drop=${this.#drop}>
        ${this._files.length > 0 ? html`<ul aria-label="Attachments">${this._files.map((file) => this.#file(file))}</ul>` : nothing}
        <label class="hidden" for="text">Message</label>
        <textarea id="text" rows=${Math.min(8, this._text.split('\n').length)} placeholder=${this.placeholder ?? 'Message'} .value=${this._text} enterkeyhint="send"
          @input=${(event) => (this._text = event.target.value)} @keydown=${this.#key} @paste=${this.#paste}></textarea>
        <div class="row">
          <button class="round" type="button" aria-label="Attach a file" title="Attach a file" @click=${() => this.renderRoot.querySelector('#files').click()}>${icon('attach')}</button>
          <input id="files" type="file" multiple hidden @change=${this.#chosen} />
          ${this.#running && !empty ? this.#modes() : nothing} <span class="grow"></span>
          ${this.#running
            ? html`<button class="round halt" type="button" aria-label="Stop the answer" title="Stop (Esc)" @click=${this.#stop}>${icon('stop')}</button>`
            : nothing}
          ${!this.#running || !empty
            ? html`<button class="round go" type="submit" aria-label="Send" title="Send (Enter)" ?disabled=${empty || this._busy}>${icon('send')}</button>`
            : nothing}
        </div>
      </form>
      <p class="help">Enter to send · Shift+Enter for a new line · Esc to stop</p>
    </div>`;
  }

  #modes() {
    return html`<label class="hidden" for="mode">How to send this message</label>
      <select id="mode">
        <option value="steer">Add to this answer</option>
        <option value="queue">Send afterwards</option>
        <option value="interrupt">Stop and send</option>
      </select>`;
  }

  #file({ file, url }) {
    const large = file.size > USUAL_BYTES;
    return html`<li class=${large ? 'large' : ''}>
      ${url ? html`<img src=${url} alt="" />` : icon('file')} <span>${file.name}</span>
      <small>${size(file.size)}${large ? ', over the usual limit of 3 MiB' : ''}</small>
      <button class="round" type="button" aria-label="Remove ${file.name}" @click=${() => this.#remove(url, file)}>${icon('close')}</button>
    </li>`;
  }

  #key(event) {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      this.#submit(event);
    }
  }

  async #submit(event) {
    event.preventDefault();
    const text = this._text.trim();
    if (this._busy || (text === '' && this._files.length === 0)) {
      return;
    }
    this._busy = true;
    this._error = null;
    const mode = this.renderRoot.querySelector('#mode')?.value ?? 'steer';
    const [typed, files] = [this._text, this._files];
    this._text = '';
    this._files = [];
    try {
      await this.send({ text, files: files.map(({ file }) => file), mode });
      files.forEach(({ url }) => url && URL.revokeObjectURL(url));
    } catch (error) {
      // Restores the message, before anything typed since.
      this._text = this._text === '' ? typed : `${typed}\n${this._text}`;
      this._files = [...files, ...this._files];
      this._error = error;
    }
    this._busy = false;
    this.takeFocus();
  }

  #stop() {
    this.dispatchEvent(new CustomEvent('stop', { bubbles: true, composed: true }));
  }

  /** Fills in a text for the user to send. */
  offer(text) {
    this._text = text;
    this.takeFocus();
  }

  takeFocus() {
    this.renderRoot.querySelector('#text')?.focus({ preventScroll: true });
  }

  #chosen(event) {
    this.#take(event.target.files);
    event.target.value = '';
  }

  #drag(event) {
    if (event.dataTransfer.types.includes('Files')) {
      event.preventDefault();
      this._over = true;
    }
  }

  #drop(event) {
    event.preventDefault();
    this._over = false;
    this.#take(event.dataTransfer.files);
  }

  #paste(event) {
    if (event.clipboardData.files.length > 0) {
      event.preventDefault();
      this.#take(event.clipboardData.files);
    }
  }

  #take(list) {
    const taken = Array.from(list, (file) => {
      const type = file.type || BY_NAME[file.name.split('.').at(-1).toLowerCase()] || 'application/octet-stream';
      const typed = file.type === type ? file : new File([file], file.name, { type });
      return { file: typed, url: /^image\/(png|jpeg|gif|webp)$/.test(type) ? URL.createObjectURL(file) : '' };
    });
    this._files = [...this._files, ...taken].slice(0, MAX_FILES);
  }

  #remove(url, file) {
    URL.revokeObjectURL(url);
    this._files = this._files.filter((each) => each.file !== file);
    this.takeFocus();
  }
}

customElements.define('chat-composer', ChatComposer);
