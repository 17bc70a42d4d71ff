import { LitElement, css, html, nothing } from 'lit';
import { brief, pretty } from '../model/format.js';
import './approval-card.js';
import { icon } from './icons.js';
import './markdown-text.js';
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

const AGENT_STATES = { running: 'is working', waiting: 'waits for you', done: 'has ended' };

/** A tool call: its arguments, progress and result, and the run of the agent that it called. */
export class ToolCall extends LitElement {
  static properties = { call: {}, version: {}, suspensions: {}, decide: {}, api: {}, threadId: {} };

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
      .delegate { display: grid; gap: 0.6em; margin: 0.6em 0 0 0.4em; padding-left: 0.9em; border-left: 2px solid var(--line); }
      .delegate > * { min-width: 0; margin: 0; }
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
      ${this.#progress(call)} ${this.#question(call)} ${this.#delegate(call.delegate)}`;
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
    const asked = (this.suspensions ?? []).find((each) => each.tool_call_id === call.callId && each.run_id === call.runId);
    return call.state === 'waiting' && asked
      ? html`<approval-card .suspension=${asked} .decide=${this.decide}></approval-card>`
      : nothing;
  }

  /** What an agent says and calls; its calls are folded like this one. */
  #delegate(run) {
    return run
      ? html`<section class="delegate" aria-label="Agent ${run.agentId}">
          <p class="label">${run.agentId} ${AGENT_STATES[run.status]}</p>
          ${run.entries.map((entry) => this.#entry(entry))}
        </section>`
      : nothing;
  }

  #entry(entry) {
    switch (entry.type) {
      case 'text':
        return html`<markdown-text .text=${entry.text}></markdown-text>`;
      case 'tool':
        return html`<tool-call .call=${entry} .version=${this.version} .api=${this.api} .threadId=${this.threadId}
          .suspensions=${this.suspensions} .decide=${this.decide}></tool-call>`;
      case 'error':
      case 'notice':
        return html`<p class="problem">${entry.message}</p>`;
      default:
        return nothing;
    }
  }
}

customElements.define('tool-call', ToolCall);
