import { LitElement, css, html, nothing } from 'lit';
import { brief, pretty } from '../model/format.js';
import './approval-card.js';
import { icon } from './icons.js';
import './media-view.js';
import { shared } from './shared-styles.js';

const STATES = {
  preparing: ['tool', 'preparing'],
  running: ['tool', 'running'],
  waiting: ['waiting', 'waiting for you'],
  done: ['done', 'done'],
  failed: ['failed', 'failed'],
  denied: ['denied', 'did not run'],
};

/** A tool call: its arguments, progress and result. */
export class ToolCall extends LitElement {
  static properties = { call: {}, version: {}, suspension: {}, decide: {}, api: {}, threadId: {} };

  static styles = [
    shared,
    css`
      :host { display: block; }
      .card { border: 1px solid var(--line); border-radius: 12px; background: var(--raised); overflow: hidden; }
      .card.waiting { border-color: var(--warn-line); }
      summary { display: flex; align-items: center; gap: 0.6em; min-height: 44px; padding: 0.45em 0.85em; cursor: pointer; list-style: none; }
      summary::-webkit-details-marker { display: none; }
      summary:focus-visible { outline-offset: -3px; border-radius: 12px; }
      .name { font: 600 0.9rem var(--mono); overflow-wrap: anywhere; }
      .args { flex: 1; min-width: 0; color: var(--muted); font: 0.84rem var(--mono); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .state { font-size: 0.82rem; color: var(--muted); white-space: nowrap; }
      .done > summary > .icon { color: var(--ok); }
      .failed > summary > .icon, .failed .state { color: var(--bad); }
      .waiting > summary > .icon, .waiting .state { color: var(--warn); }
      .running > summary > .icon, .preparing > summary > .icon { color: var(--accent-text); animation: breathe 1.4s ease-in-out infinite; }
      @keyframes breathe { 50% { opacity: 0.35; } }
      .body { display: grid; gap: 0.75em; padding: 0.1em 0.85em 0.85em; }
      .body > * { min-width: 0; }
      progress { display: block; width: 100%; height: 6px; appearance: none; border: 0; border-radius: 3px; overflow: hidden; background: var(--sunk); }
      progress::-webkit-progress-bar { background: var(--sunk); }
      progress::-webkit-progress-value { background: var(--accent); border-radius: 3px; transition: width 0.2s; }
      progress::-moz-progress-bar { background: var(--accent); }
      .progress { padding: 0 0.85em 0.7em; font-size: 0.84rem; color: var(--muted); }
      .progress p { margin: 0 0 0.3em; }
      @media (prefers-reduced-motion: reduce) { .icon { animation: none !important; } progress::-webkit-progress-value { transition: none; } }
    `,
  ];

  render() {
    const { call } = this;
    const [symbol, words] = STATES[call.state] ?? STATES.running;
    return html`<details class="card ${call.state}">
        <summary>
          ${icon(symbol)} <span class="name">${call.name || 'Tool'}</span>
          <span class="args">${brief(call.args ?? call.argsText ?? '')}</span>
          <span class="state">${words}</span>
        </summary>
        <div class="body">${this.#details(call)}</div>
        </details>
      ${this.#progress(call)} ${this.#question(call)}`;
  }

  #details(call) {
    return html`<div>
        <p class="label">Arguments</p>
        <pre class="code" tabindex="0">${call.args === undefined ? call.argsText || '…' : pretty(call.args)}</pre>
      </div>
      ${call.output ? html`<div><p class="label">Output</p><pre class="code" tabindex="0">${call.output}</pre></div>` : nothing}
      ${call.result ? this.#result(call) : nothing}`;
  }

  #result(call) {
    const { result } = call;
    const bad = result.status === 'error';
    const value = result.data ?? result.message;
    const media = (result.content ?? []).filter((block) => block.type !== 'text');
    return html`<div>
      <p class="label">${bad ? 'Error' : 'Result'}</p>
      ${bad ? html`<p class="problem">${result.message} ${result.code ? html`<code>${result.code}</code>` : nothing}</p>` : nothing}
      ${value === undefined || (bad && result.data === undefined) ? nothing : html`<pre class="code" tabindex="0">${pretty(value)}</pre>`}
      ${media.map((block) => html`<media-view .block=${block} .api=${this.api} .threadId=${this.threadId}></media-view>`)}
    </div>`;
  }

  #progress(call) {
    const content = call.activity?.content;
    if (!content || !['running', 'preparing'].includes(call.state)) {
      return nothing;
    }
    const part = content.progress ?? (content.total > 0 ? content.loaded / content.total : undefined);
    const words = content.message || 'Running';
    return html`<div class="progress">
      <p>${words}${part === undefined ? '' : ` · ${Math.round(part * 100)} %`}</p>
      ${part === undefined
        ? html`<progress aria-label="Progress of ${call.name}"></progress>`
        : html`<progress aria-label="Progress of ${call.name}" max="1" .value=${part}></progress>`}
    </div>`;
  }

  #question(call) {
    return call.state === 'waiting' && this.suspension
      ? html`<approval-card .suspension=${this.suspension} .decide=${this.decide}></approval-card>`
      : nothing;
  }
}

customElements.define('tool-call', ToolCall);
