import { LitElement, css, html } from 'lit';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

/** The reasoning of a model; collapsed unless it is streaming. */
export class ReasoningBlock extends LitElement {
  static properties = { text: {}, thinking: { type: Boolean } };

  static styles = [
    shared,
    css`
      :host { display: block; }
      details { color: var(--muted); }
      summary { display: inline-flex; align-items: center; gap: 0.45em; min-height: 28px; cursor: pointer; font-size: 0.9rem; border-radius: 8px; list-style: none; }
      summary::-webkit-details-marker { display: none; }
      .turn { display: inline-flex; transition: transform 0.15s; font-size: 0.8em; }
      details[open] .turn { transform: rotate(90deg); }
      p { margin: 0.2em 0 0.3em 0.6em; padding-left: 1.1em; border-left: 2px solid var(--line); white-space: pre-wrap; font-size: 0.94rem; overflow-wrap: anywhere; }
      @media (prefers-reduced-motion: reduce) { .turn { transition: none; } }
    `,
  ];

  #touched = false;

  render() {
    return html`<details ?open=${!this.#touched && this.thinking}>
      <summary @click=${() => (this.#touched = true)}>
        ${icon('thought')} ${this.thinking ? 'Thinking…' : 'Thoughts'} <span class="turn">${icon('chevron')}</span>
      </summary>
      <p>${this.text}</p>
    </details>`;
  }
}

customElements.define('reasoning-block', ReasoningBlock);
