import { LitElement, css, html, nothing } from 'lit';
import { Api } from '../api/api.js';
import { outcome, tokenIn } from '../model/answer.js';
import { pretty } from '../model/format.js';
import './approval-card.js';
import './error-note.js';
import { shared } from './shared-styles.js';

/** One question, opened by the link of a message. The link's token is the only credential; opening the page changes nothing. */
export class AnswerPage extends LitElement {
  static properties = { _question: { state: true }, _error: { state: true } };

  static styles = [
    shared,
    css`
      :host { display: block; max-width: var(--column); margin: 0 auto; padding: 1.5rem 1rem; }
      h1 { margin: 0; font-size: 1.15rem; overflow-wrap: anywhere; }
      p { margin: 0.6em 0; overflow-wrap: anywhere; }
      .tool { font: 600 0.92em var(--mono); }
    `,
  ];

  #api = new Api(new URL('../v1/', document.baseURI).href, (refused) => Promise.reject(refused));
  #token = tokenIn(location.hash);

  firstUpdated() {
    // Another link in the same tab changes only the fragment.
    addEventListener('hashchange', () => location.reload());
    this.#show();
  }

  render() {
    const asked = this._question;
    const open = asked?.status === 'open';
    return html`<main>
      <h1>${asked ? `${asked.agent_id} asks for ${asked.requester}` : 'A question'}</h1>
      ${open ? html`<approval-card .suspension=${asked} .decide=${this.#decide}></approval-card>` : nothing}
      ${asked && !open ? this.#closed(asked) : nothing}
      <p role="status">${asked && !open ? outcome(asked) : ''}</p>
      <error-note .error=${this._error}></error-note>
    </main>`;
  }

  #closed({ message, pending }) {
    return html`${message ? html`<p>${message}</p>` : nothing}
      <p class="tool">${pending.name}</p>
      <pre class="code" tabindex="0" aria-label="Arguments">${pretty(pending.arguments)}</pre>`;
  }

  #decide = async (asked, decision) => {
    try {
      await this.#post(decision);
    } catch (error) {
      // After a conflict the page shows what was decided instead.
      if (error.status !== 409) {
        throw error;
      }
    }
    await this.#show();
  };

  async #show() {
    this._error = null;
    try {
      this._question = await this.#post({ action: 'show' });
    } catch (error) {
      this._error = error;
    }
  }

  #post(answer) {
    return this.#api.post('answers', { token: this.#token, ...answer });
  }
}

customElements.define('answer-page', AnswerPage);
