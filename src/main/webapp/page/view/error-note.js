import { LitElement, css, html, nothing } from 'lit';
import { explained } from './hints.js';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

/** Shows an error with its code and a hint. */
export class ErrorNote extends LitElement {
  static properties = { error: {}, dismissable: { type: Boolean } };

  static styles = [
    shared,
    css`
      :host { display: block; }
      .note { display: flex; gap: 0.7em; align-items: flex-start; padding: 0.7em 0.9em; border-radius: 12px; background: var(--bad-soft); border: 1px solid var(--bad); overflow-wrap: anywhere; }
      .note > .icon { color: var(--bad); margin-top: 0.15em; }
      p { margin: 0; flex: 1; min-width: 0; }
      code { font: 0.84em var(--mono); }
      .hint { display: block; color: var(--muted); font-size: 0.92em; }
      .round { width: 32px; height: 32px; margin: -0.15em -0.3em -0.15em 0; }
    `,
  ];

  render() {
    if (!this.error) {
      return nothing;
    }
    const { message, code, hint } = explained(this.error);
    return html`<div class="note" role="alert">
      ${icon('failed')}
      <p>${message} ${code ? html`<code>${code}</code>` : nothing}${hint ? html`<span class="hint">${hint}</span>` : nothing}</p>
      ${this.dismissable
        ? html`<button class="round" type="button" aria-label="Dismiss" @click=${this.#close}>${icon('close')}</button>`
        : nothing}
    </div>`;
  }

  #close() {
    this.dispatchEvent(new CustomEvent('dismiss', { bubbles: true, composed: true }));
  }
}

customElements.define('error-note', ErrorNote);
