import { LitElement, css, html, nothing } from 'lit';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

/** Asks for a token, or offers the gateway's login, and returns the token to the caller. The token is never put into storage, a URL or a cookie. */
export class TokenPrompt extends LitElement {
  static properties = { _refused: { state: true }, _again: { state: true }, _login: { state: true } };

  static styles = [
    shared,
    css`
      dialog { width: min(27rem, calc(100vw - 2rem)); padding: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--ink); box-shadow: var(--shadow); }
      dialog::backdrop { background: var(--paper); }
      form { display: grid; gap: 0.9rem; padding: 1.4rem; }
      h2 { display: flex; align-items: center; gap: 0.5em; margin: 0; font-size: 1.15rem; }
      p { margin: 0; color: var(--muted); font-size: 0.93rem; overflow-wrap: anywhere; }
      .problem { color: var(--bad); }
    `,
  ];

  #answer = () => {};

  render() {
    return html`<dialog aria-labelledby="title" aria-describedby="what" @cancel=${(event) => event.preventDefault()}>
      <form @submit=${this.#submit}>
        <h2 id="title">${icon('key')} This server requires a ${this._login ? 'login' : 'token'}</h2>
        ${this._login ? html`<a class="button primary" href=${this._login}>Log in</a>` : nothing}
        <p id="what">${this._login ? 'Or enter' : 'Enter'} the token that your operator gave you. The page stores it only in memory, so you must enter it again after a reload.</p>
        <div>
          <label class="label" for="token">Token</label>
          <input id="token" class="field" type="password" autocomplete="off" autocapitalize="off" spellcheck="false" required aria-invalid=${this._again ? 'true' : 'false'} />
        </div>
        ${this._again ? html`<p class="problem" role="alert">The server rejected this token: ${this._refused}</p>` : nothing}
        <button class="button primary" type="submit">Continue</button>
      </form>
    </dialog>`;
  }

  /** Prompts until the user enters a token. @returns {Promise<string>} */
  async ask(refused, again) {
    this._refused = refused.message;
    this._again = again;
    this._login = refused.login;
    await this.updateComplete;
    this.#dialog.showModal();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  get #dialog() {
    return this.renderRoot.querySelector('dialog');
  }

  #submit(event) {
    event.preventDefault();
    const input = this.renderRoot.querySelector('#token');
    const token = input.value.trim().replace(/^bearer\s+/i, '');
    // HTTP headers and tokens contain only printable ASCII.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      return;
    }
    input.value = '';
    this.#dialog.close();
    this.#answer(token);
  }
}

customElements.define('token-prompt', TokenPrompt);
