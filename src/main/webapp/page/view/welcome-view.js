import { LitElement, css, html, nothing } from 'lit';
import { shared } from './shared-styles.js';

/** Questions that the built-in agent answers without a configured model. */
const EXAMPLES = ['What is the weather in Bern?', 'What is (1.10 + 2.20) * 3?', 'What time is it in Europe/Zurich?'];

/** Shown before the first message: the agents, and example questions. */
export class WelcomeView extends LitElement {
  static properties = { agents: {}, agent: {} };

  static styles = [
    shared,
    css`
      :host { display: block; overflow-y: auto; padding: 1.5rem 1rem; }
      .column { max-width: var(--column); min-height: 100%; margin: 0 auto; display: flex; flex-direction: column; justify-content: center; gap: 1.3rem; }
      h2 { margin: 0; font-size: clamp(1.4rem, 4vw, 1.9rem); font-weight: 640; letter-spacing: -0.02em; line-height: 1.2; }
      p { margin: 0.3em 0 0; color: var(--muted); }
      .agents { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 0.6rem; max-height: 21rem; overflow-y: auto; padding: 3px; margin: -3px; }
      .agent { display: block; padding: 0.7em 0.95em; text-align: left; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; min-height: 64px; }
      .agent:hover { border-color: var(--line-strong); }
      .agent[aria-pressed="true"] { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
      .agent b { display: block; overflow-wrap: anywhere; }
      .agent span { display: block; font-size: 0.88rem; color: var(--muted); overflow-wrap: anywhere; }
      .examples { display: flex; flex-wrap: wrap; gap: 0.5rem; }
      .examples .button { font-weight: 450; border-color: var(--line); border-radius: 20px; text-align: left; }
    `,
  ];

  render() {
    return html`<div class="column">
      <div>
        <h2>How can I help?</h2>
        <p>Choose an agent and send it a message. You can reload the page during an answer without losing anything.</p>
      </div>
      <div class="agents" role="group" aria-label="Agents">
        ${(this.agents ?? []).map((agent) => html`<button class="agent" type="button" aria-pressed=${agent.id === this.agent} @click=${() => this.#emit('choose-agent', agent.id)}>
          <b>${agent.id}</b> <span>${agent.description || agent.model}</span>
        </button>`)}
      </div>
      ${this.agent === 'default'
        ? html`<div class="examples" role="group" aria-label="Examples">
            ${EXAMPLES.map((text) => html`<button class="button" type="button" @click=${() => this.#emit('offer', text)}>${text}</button>`)}
          </div>`
        : nothing}
    </div>`;
  }

  #emit(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail, bubbles: true, composed: true }));
  }
}

customElements.define('welcome-view', WelcomeView);
