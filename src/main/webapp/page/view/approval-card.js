import { LitElement, css, html, nothing } from 'lit';
import { pretty } from '../model/format.js';
import './error-note.js';
import { icon } from './icons.js';
import { shared } from './shared-styles.js';

/** Labels for each resume mode; see docs/human-in-the-loop.md, "Answer with a payload". */
const MODES = {
  pass_decision_to_tool: { label: 'Edited arguments', edit: 'Edit', approve: 'Approve', required: false },
  use_decision_as_tool_result: { label: 'Tool result (JSON)', edit: '', approve: 'Send result', required: true },
  answer_tool: { label: 'Answer (JSON)', edit: '', approve: 'Send answer', required: true },
  agree: { label: '', edit: '', approve: 'Yes', required: false },
  replay_tool_call: { label: 'Answer (JSON)', edit: 'Answer', approve: 'Approve', required: false },
};

/** A suspended tool call: shows what the call would do, and sends the decision. */
export class ApprovalCard extends LitElement {
  static properties = {
    suspension: {},
    decide: {},
    _editing: { state: true },
    _denying: { state: true },
    _problem: { state: true },
    _error: { state: true },
    _busy: { state: true },
  };

  static styles = [
    shared,
    css`
      :host { display: block; margin-top: 0.5rem; }
      section { display: grid; gap: 0.75em; padding: 0.95em 1em 1em; border: 1px solid var(--warn-line); border-radius: 12px; background: var(--warn-soft); }
      section > * { min-width: 0; }
      h3 { display: flex; align-items: center; gap: 0.5em; margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
      h3 .icon { color: var(--warn); }
      .tool { font: 600 0.92em var(--mono); }
      p { margin: 0; overflow-wrap: anywhere; }
      .terms { font-size: 0.86rem; color: var(--muted); }
      .code { background: var(--surface); }
      textarea { font: 0.86rem/1.5 var(--mono); min-height: 7.5em; resize: vertical; }
      .row { display: flex; flex-wrap: wrap; gap: 0.5em; align-items: center; }
      .row select { width: auto; max-width: 100%; min-height: 40px; padding: 0.3em 0.6em; }
      .grow { flex: 1; }
    `,
  ];

  /** A tool's question without a response schema needs only a yes. */
  #mode() {
    if (this.#toolAsks && !this.suspension.response_schema) {
      return MODES.agree;
    }
    return MODES[this.suspension.resume_mode] ?? MODES.replay_tool_call;
  }

  /** Whether the running tool asks the question itself. */
  get #toolAsks() {
    return this.suspension.resume_mode === 'answer_tool';
  }

  render() {
    const asked = this.suspension;
    const mode = this.#mode();
    const editing = this._editing ?? mode.required;
    return html`<section aria-labelledby="question">
      <h3 id="question">${icon('waiting')}${this.#title(asked.pending.name)}</h3>
      ${asked.message ? html`<p>${asked.message}</p>` : nothing} ${this.#terms(asked)}
      ${editing && !mode.required ? nothing : html`<pre class="code" tabindex="0" aria-label="Arguments">${pretty(asked.pending.arguments)}</pre>`}
      ${editing ? this.#editor(mode) : nothing} ${this._denying ? this.#reason() : nothing}
      <error-note .error=${this._error}></error-note>
      ${this._denying ? this.#denyRow() : this.#row(mode, editing)}
    </section>`;
  }

  #title(tool) {
    const name = html`<span class="tool">${tool}</span>`;
    return this.#toolAsks ? html`<span>${name} has a question</span>` : html`<span>Allow ${name} to run?</span>`;
  }

  #terms(asked) {
    const terms = [];
    if (asked.approver?.role) {
      terms.push(`requires the role ${asked.approver.role}`);
    }
    if (asked.approver?.other_than_requester) {
      terms.push('must be decided by another person');
    }
    if (asked.expires_at) {
      terms.push(`expires at ${new Date(asked.expires_at).toLocaleString()}`);
    }
    return terms.length > 0 ? html`<p class="terms">${terms.join(' · ')}</p>` : nothing;
  }

  #editor(mode) {
    return html`<div>
      <label class="label" for="payload">${mode.label}</label>
      <textarea id="payload" class="field" spellcheck="false" aria-invalid=${this._problem ? 'true' : 'false'} aria-describedby="problem"
        .value=${this.#draft ?? this.#start(mode)} @input=${this.#typed}></textarea>
      <p id="problem" class="problem" aria-live="polite">${this._problem ?? ''}</p>
    </div>`;
  }

  #draft = null;

  #start(mode) {
    if (mode === MODES.pass_decision_to_tool) {
      return pretty(this.suspension.pending.arguments);
    }
    const fields = mode === MODES.answer_tool ? Object.entries(this.suspension.response_schema.properties ?? {}) : [];
    return pretty(Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? null])));
  }

  #typed(event) {
    this.#draft = event.target.value;
    this._problem = this.#check();
  }

  /** The syntax error of the edited JSON; empty when it is valid. */
  #check() {
    try {
      JSON.parse(this.#draft ?? this.#start(this.#mode()));
      return '';
    } catch (error) {
      return `This is not valid JSON: ${error.message}`;
    }
  }

  #reason() {
    return html`<div>
      <label class="label" for="reason">Reason (sent to the agent)</label>
      <input id="reason" class="field" maxlength="2000" autocomplete="off" @keydown=${(event) => event.key === 'Enter' && this.#deny()} />
    </div>`;
  }

  #row(mode, editing) {
    const asked = this.suspension;
    const editable = mode.edit && (asked.resume_mode === 'pass_decision_to_tool' || (asked.response_schema && !this.#permission));
    return html`<div class="row">
      <button class="button primary" type="button" ?disabled=${this._busy || (editing && this._problem)} @click=${() => this.#approve(editing)}>
        ${icon('done')} ${editing && !mode.required ? 'Approve with edits' : mode.approve}
      </button>
      ${editable
        ? html`<button class="button" type="button" aria-pressed=${editing} ?disabled=${this._busy} @click=${() => this.#edit(!editing)}>${editing ? 'Discard edits' : mode.edit}</button>`
        : nothing}
      <button class="button bad" type="button" ?disabled=${this._busy} @click=${this.#askWhy}>Deny</button>
      ${this.#permission ? this.#scopes() : nothing}
    </div>`;
  }

  get #permission() {
    return this.suspension.action === 'tool:PermissionConfirm';
  }

  #scopes() {
    return html`<label class="hidden" for="scope">Approval applies to</label>
      <select id="scope" class="field">
        <option value="once">this call only</option>
        <option value="session">this tool, for this answer</option>
        <option value="thread">this tool, for this conversation</option>
      </select>`;
  }

  #denyRow() {
    return html`<div class="row">
      <button class="button bad" type="button" ?disabled=${this._busy} @click=${this.#deny}>Deny the call</button>
      <button class="button" type="button" ?disabled=${this._busy} @click=${() => (this._denying = false)}>Back</button>
    </div>`;
  }

  async #edit(on) {
    this._editing = on;
    this._problem = '';
    this.#draft = null;
    await this.updateComplete;
    this.renderRoot.querySelector('#payload')?.focus();
  }

  async #askWhy() {
    this._denying = true;
    await this.updateComplete;
    this.renderRoot.querySelector('#reason').focus();
  }

  #approve(editing) {
    const decision = { action: 'resume' };
    if (editing) {
      this._problem = this.#check();
      if (this._problem) {
        return;
      }
      decision.payload = JSON.parse(this.#draft ?? this.#start(this.#mode()));
    } else if (this.#permission && this.renderRoot.querySelector('#scope').value !== 'once') {
      decision.payload = { scope: this.renderRoot.querySelector('#scope').value, rule: this.suspension.pending.name };
    }
    this.#send(decision);
  }

  #deny() {
    const reason = this.renderRoot.querySelector('#reason').value.trim();
    this.#send({ action: 'cancel', ...(reason ? { reason } : {}) });
  }

  async #send(decision) {
    this._busy = true;
    this._error = null;
    try {
      await this.decide(this.suspension, decision);
    } catch (error) {
      this._error = error;
    }
    this._busy = false;
  }
}

customElements.define('approval-card', ApprovalCard);
