import { LitElement, css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { count, pretty, seconds } from '../model/format.js';
import { textOf } from '../model/sending.js';
import { copied } from './clipboard.js';
import './error-note.js';
import { icon } from './icons.js';
import './markdown-text.js';
import './media-view.js';
import './reasoning-block.js';
import { shared } from './shared-styles.js';
import './tool-call.js';

/** Distance from the end, in pixels, that still counts as scrolled to the end. */
const NEAR_PX = 80;
/** A resize within this time after an update is attributed to the update. */
const SETTLED_MS = 1_000;

/** The conversation, oldest entry first. Follows new content unless the user has scrolled up. */
export class ConversationView extends LitElement {
  static properties = { session: {}, version: {}, api: {}, _away: { state: true } };

  static styles = [
    shared,
    css`
      :host { display: block; position: relative; min-height: 0; }
      .scroll { height: 100%; overflow-y: auto; overflow-x: hidden; scrollbar-gutter: stable both-edges; padding: 1.2rem 1rem 1.5rem; }
      .scroll:focus-visible { outline-offset: -3px; }
      .column { max-width: var(--column); margin: 0 auto; display: grid; gap: 1.15rem; }
      .column > * { min-width: 0; }
      .user { justify-self: end; max-width: min(85%, 36rem); }
      .bubble { padding: 0.6em 0.95em; border-radius: 16px 16px 5px 16px; background: var(--said); white-space: pre-wrap; overflow-wrap: anywhere; }
      .pending .bubble { opacity: 0.75; }
      .sender { margin: 0 0.4em 0.15em; font-size: 0.78rem; color: var(--muted); text-align: right; overflow-wrap: anywhere; }
      .files { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.4em; margin-bottom: 0.4em; }
      .turn { display: grid; gap: 0.7rem; }
      .turn > * { min-width: 0; }
      .notice { margin: 0; color: var(--muted); font-size: 0.9rem; overflow-wrap: anywhere; }
      .foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0.15em 0.5em; color: var(--muted); font-size: 0.82rem; margin: -0.2rem 0 0 -0.5em; }
      .foot span { padding: 0 0.5em; }
      .working { display: flex; gap: 0.35em; align-items: center; min-height: 1.5em; color: var(--muted); font-size: 0.92rem; }
      .working i { width: 7px; height: 7px; border-radius: 50%; background: var(--accent); animation: wave 1.2s infinite ease-in-out; }
      .working i:nth-child(2) { animation-delay: 0.15s; } .working i:nth-child(3) { animation-delay: 0.3s; }
      @keyframes wave { 0%, 60%, 100% { opacity: 0.25; } 30% { opacity: 1; } }
      .older, .down { justify-self: center; }
      .down { position: absolute; bottom: 0.6rem; left: 50%; transform: translateX(-50%); box-shadow: var(--shadow); border-radius: 20px; min-height: 36px; font-size: 0.88rem; }
      @media (prefers-reduced-motion: reduce) { .working i { animation: none; opacity: 0.7; } }
    `,
  ];

  render() {
    const { session } = this;
    const live = session.run?.entries ?? [];
    const turns = turnsOf([...session.entries, ...live, ...session.outbox]);
    return html`<div class="scroll" tabindex="0" role="log" aria-live="off" aria-label="Conversation" @scroll=${this.#scrolled}>
        <div class="column">
          ${session.hasOlder ? html`<button class="button older" type="button" @click=${this.#older}>Show earlier messages</button>` : nothing}
          ${repeat(turns, (turn) => turn.key, (turn) => this.#turn(turn))} ${this.#working(live)}
        </div>
      </div>
      ${this._away ? html`<button class="button down" type="button" @click=${this.toEnd}>Jump to latest ↓</button>` : nothing}`;
  }

  #turn(turn) {
    if (turn.type === 'user') {
      return this.#user(turn.entries[0]);
    }
    return html`<article class="turn" aria-label="Answer">
      ${repeat(turn.entries, (entry) => entry.key, (entry) => this.#entry(entry))} ${this.#foot(turn)}
    </article>`;
  }

  #user(entry) {
    const media = typeof entry.content === 'string' ? [] : entry.content.filter((block) => block.type !== 'text');
    const text = textOf(entry.content);
    return html`<article class="user ${entry.pending ? 'pending' : ''}" aria-label="You said">
      ${entry.sender ? html`<p class="sender">${entry.sender}</p>` : nothing}
      ${media.length > 0 ? html`<div class="files">${media.map((block) => this.#media(block))}</div>` : nothing}
      ${text ? html`<div class="bubble">${text}</div>` : nothing}
    </article>`;
  }

  #media(block) {
    return html`<media-view .block=${block} .api=${this.api} .threadId=${this.session.threadId}></media-view>`;
  }

  #entry(entry) {
    const { run, suspensions } = this.session;
    const last = run?.status === 'running' && run.entries.at(-1) === entry;
    switch (entry.type) {
      case 'text':
        return html`<markdown-text .text=${entry.text} ?streaming=${last}></markdown-text>`;
      case 'reasoning':
        return html`<reasoning-block .text=${entry.text} ?thinking=${last}></reasoning-block>`;
      case 'tool':
        return html`<tool-call .call=${entry} .version=${this.version} .api=${this.api} .threadId=${this.session.threadId}
          .suspensions=${suspensions}
          .decide=${(suspension, decision) => this.#decide(suspension, decision)}></tool-call>`;
      case 'media':
        return this.#media(entry.block);
      case 'activity':
        return html`<details><summary class="notice">${entry.name}</summary><pre class="code" tabindex="0">${pretty(entry.content)}</pre></details>`;
      case 'error':
        return html`<error-note .error=${{ message: entry.message }}></error-note>`;
      default:
        return html`<p class="notice">${entry.message}</p>`;
    }
  }

  #foot(turn) {
    const { run } = this.session;
    const live = run && turn.runId === run.runId;
    if (!turn.runId || !turn.last || (live && run.status === 'running')) {
      return nothing;
    }
    const text = turn.entries.filter((entry) => entry.type === 'text').map((entry) => entry.text).join('\n\n');
    const summary = live ? usage(run) : recorded(this.session.recordOf(turn.runId));
    return html`<footer class="foot">
      ${summary ? html`<span>${summary}</span>` : nothing}
      ${text ? html`<button class="quiet" type="button" @click=${(event) => this.#copy(event, text)}>Copy</button>` : nothing}
      <button class="quiet" type="button" @click=${() => this.#events(turn.runId)}>${icon('events')} Events</button>
    </footer>`;
  }

  #working(live) {
    const { status, run } = this.session;
    const speaks = ['text', 'reasoning'].includes(live.at(-1)?.type) || live.some((entry) => entry.state === 'running');
    if (!(status === 'running' || status === 'sending') || speaks) {
      return nothing;
    }
    const words = status === 'sending' ? 'Sending…' : run?.startedAt ? 'Working…' : 'Waiting to start…';
    return html`<div class="working"><i></i><i></i><i></i><span class=${run?.startedAt ? 'hidden' : ''}>${words}</span></div>`;
  }

  /** Dispatches `decided`, because the removed card had the focus. */
  async #decide(suspension, decision) {
    await this.session.decide(suspension, decision);
    this.dispatchEvent(new CustomEvent('decided', { bubbles: true, composed: true }));
  }

  async #copy(event, text) {
    const button = event.currentTarget;
    button.textContent = (await copied(text)) ? 'Copied' : 'Select the text to copy';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  }

  #events(runId) {
    this.dispatchEvent(new CustomEvent('show-events', { detail: runId, bubbles: true, composed: true }));
  }

  async #older() {
    const scroll = this.#scroll;
    const fromEnd = scroll.scrollHeight - scroll.scrollTop;
    await this.session.older();
    await this.updateComplete;
    scroll.scrollTop = scroll.scrollHeight - fromEnd;
  }

  get #scroll() {
    return this.renderRoot.querySelector('.scroll');
  }

  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroll;
    this._away = scrollHeight - scrollTop - clientHeight > NEAR_PX;
  }

  takeFocus() {
    this.#scroll.focus({ preventScroll: true });
  }

  /** Scrolls to the end and follows new content. */
  toEnd() {
    this._away = false;
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }

  firstUpdated() {
    // Content also grows after rendering, when images load.
    new ResizeObserver(() => this.#grown()).observe(this.renderRoot.querySelector('.column'));
  }

  #updatedAt = 0;

  updated() {
    this.#updatedAt = performance.now();
  }

  /** Follows new content; a section that the user expands stays in place. */
  #grown() {
    const fresh = performance.now() - this.#updatedAt < SETTLED_MS;
    if (!this._away && (fresh || this.session.status === 'running')) {
      this.toEnd();
    } else {
      this.#scrolled();
    }
  }
}

/** Groups entries into turns: each user message is one, and so are all entries of an answer up to the next one. */
function turnsOf(entries) {
  const turns = [];
  for (const entry of entries) {
    const turn = turns.at(-1);
    if (entry.type !== 'user' && turn?.type === 'answer' && turn.runId === entry.runId) {
      turn.entries.push(entry);
    } else {
      turns.push({ type: entry.type === 'user' ? 'user' : 'answer', key: entry.key, runId: entry.runId, entries: [entry] });
    }
  }
  const seen = new Set();
  for (const turn of turns.toReversed()) {
    turn.last = turn.type === 'answer' && !seen.has(turn.runId);
    seen.add(turn.type === 'answer' ? turn.runId : '');
  }
  return turns;
}

function usage(run) {
  return summaryOf(run.model, run.inputTokens, run.outputTokens, run.status === 'done' ? seconds(run.startedAt, run.endedAt) : '');
}

function recorded(record) {
  return record ? summaryOf('', record.input_tokens, record.output_tokens, '') : '';
}

function summaryOf(model, input, output, time) {
  const tokens = input + output > 0 ? `${count(input)} tokens in, ${count(output)} out` : '';
  return [model, tokens, time].filter(Boolean).join(' · ');
}

customElements.define('conversation-view', ConversationView);
