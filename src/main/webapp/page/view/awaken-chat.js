import { LitElement, html, nothing } from 'lit';
import { Api } from '../api/api.js';
import { ThreadSession } from '../model/thread-session.js';
import { Threads } from '../model/threads.js';
import { Announcer } from './announcer.js';
import './chat-composer.js';
import './conversation-view.js';
import './error-note.js';
import { icon } from './icons.js';
import './run-events.js';
import { chatStyles } from './chat-styles.js';
import { shared } from './shared-styles.js';
import './thread-list.js';
import './token-prompt.js';
import './welcome-view.js';

/** The page: the conversation list, the open conversation and the composer. */
export class AwakenChat extends LitElement {
  static properties = {
    _version: { state: true },
    _agents: { state: true },
    _agent: { state: true },
    _error: { state: true },
    _menu: { state: true },
    _theme: { state: true },
  };

  static styles = [shared, chatStyles];

  #api = new Api(new URL('v1/', document.baseURI).href, (refused) => this.#askToken(refused));
  #threads = new Threads(this.#api);
  #session = new ThreadSession(this.#api);
  #announcer = null;
  #drawing = false;
  #asked = false;

  constructor() {
    super();
    this._version = 0;
    this._agents = [];
    this._agent = '';
    this._theme = document.documentElement.dataset.theme;
    this.#threads.addEventListener('change', () => this.#redraw());
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', () => this.#route());
    addEventListener('keydown', (event) => this.#key(event));
    new MutationObserver(() => (this._theme = document.documentElement.dataset.theme)).observe(document.documentElement, {
      attributeFilter: ['data-theme'],
    });
    document.addEventListener('visibilitychange', () => !document.hidden && this.#refreshThreads());
  }

  async firstUpdated() {
    this.#announcer = new Announcer(this.renderRoot.querySelector('#live'));
    await this.#guarded(async () => {
      this._agents = (await this.#api.get('agents')).items;
      this._agent = this._agents.some((agent) => agent.id === 'default') ? 'default' : (this._agents[0]?.id ?? '');
    });
    this.#refreshThreads();
    this.#route();
  }

  async #askToken(refused) {
    const again = this.#asked;
    this.#asked = true;
    const token = await this.renderRoot.querySelector('token-prompt').ask(refused, again);
    return token;
  }

  /** Redraws at most once per frame, however fast events arrive. */
  #redraw() {
    if (this.#drawing) {
      return;
    }
    this.#drawing = true;
    let late = 0;
    let frame = 0;
    const draw = () => {
      clearTimeout(late);
      cancelAnimationFrame(frame);
      this.#drawing = false;
      this._version++;
      this.#announcer?.update(this.#session);
    };
    // A page that is hidden, or becomes hidden before its frame, gets none, but a test or a screen reader may still read it.
    late = setTimeout(draw, 100);
    frame = requestAnimationFrame(draw);
  }

  #route() {
    const id = new URLSearchParams(location.hash.slice(1)).get('thread') ?? '';
    if (id !== this.#session.threadId || (id === '' && !this.#session.threadId)) {
      this.#show(id);
    }
    this._menu = false;
  }

  #show(id) {
    this.#session.close();
    const session = new ThreadSession(this.#api);
    session.addEventListener('change', () => session === this.#session && this.#changed());
    session.addEventListener('rest', () => this.#refreshThreads());
    session.addEventListener('created', () => this.#created());
    this.#session = session;
    this._error = null;
    if (id) {
      session.open(id);
    }
    this.#changed();
    this.updateComplete.then(() => this.#focus());
  }

  #changed() {
    this._agent = this.#session.agentId || this._agent;
    document.title = this.#session.title ? `${this.#session.title} – Awaken EE` : 'Awaken EE';
    this.#redraw();
  }

  #created() {
    history.pushState(null, '', `#thread=${encodeURIComponent(this.#session.threadId)}`);
    this.#refreshThreads();
  }

  #refreshThreads() {
    this.#threads.refresh().catch(() => {});
  }

  #fresh() {
    history.pushState(null, '', location.pathname + location.search);
    this._menu = false;
    this.#show('');
  }

  async #send(message) {
    const before = this._agent;
    this.#session.agentId = before;
    const sent = this.#session.send({ ...message, agentId: before });
    this.#log?.toEnd();
    await sent;
    this.#refreshThreads();
  }

  get #composer() {
    return this.renderRoot.querySelector('chat-composer');
  }

  get #log() {
    return this.renderRoot.querySelector('conversation-view');
  }

  /** Escape stops the answer, unless it closes a dialog, clears a search field or ends an IME composition. */
  #key(event) {
    const [field] = event.composedPath();
    const taken = event.isComposing || (field.type === 'search' && field.value !== '') || this.#dialogIsOpen;
    if (event.key !== 'Escape' || event.defaultPrevented || taken) {
      return;
    }
    if (this._menu) {
      this.#closeMenu();
    } else if (this.#session.status === 'running') {
      this.#session.stop();
    }
  }

  get #dialogIsOpen() {
    return [...this.renderRoot.querySelectorAll('run-events, token-prompt')].some((each) => each.renderRoot.querySelector('dialog[open]'));
  }

  async #openMenu() {
    this._menu = true;
    await this.updateComplete;
    this.renderRoot.querySelector('thread-list').takeFocus();
  }

  async #closeMenu() {
    this._menu = false;
    await this.updateComplete;
    this.renderRoot.querySelector('#menu').focus();
  }

  /** Focuses the composer; on a touch screen the conversation, because the composer would open the keyboard. */
  #focus() {
    if (matchMedia('(pointer: coarse)').matches) {
      this.#log?.takeFocus();
    } else {
      this.#composer?.takeFocus();
    }
  }

  #toggleTheme() {
    const theme = this._theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('awaken.theme', theme);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  }

  async #guarded(work) {
    try {
      await work();
    } catch (error) {
      this._error = error;
    }
  }

  render() {
    const session = this.#session;
    return html`<a class="skip" href="#" @click=${this.#skip}>Skip to message field</a>
      <div class="frame ${this._menu ? 'menu' : ''}">
        ${this.#side()}
        <div class="veil" @click=${this.#closeMenu}></div>
        <main ?inert=${this._menu}>${this.#head(session)} ${this.#middle(session)}
          <chat-composer .status=${session.status} .send=${(message) => this.#send(message)} .placeholder=${this._agent ? `Message ${this._agent}` : 'Message'}
            @stop=${() => session.stop()}></chat-composer>
        </main>
      </div>
      <div id="live" class="hidden" aria-live="polite"></div>
      <run-events .api=${this.#api}></run-events>
      <token-prompt></token-prompt>`;
  }

  #side() {
    return html`<aside aria-label="Conversations">
      <div class="brand">
        <img src="page/style/icon.svg" alt="" width="28" height="28" /> <span>Awaken EE</span>
        <button class="round only-narrow" type="button" aria-label="Close conversation list" @click=${this.#closeMenu}>${icon('close')}</button>
      </div>
      <thread-list .threads=${this.#threads.items} .current=${this.#session.threadId} .waiting=${this.#threads.waiting} .hasMore=${this.#threads.hasMore}
        .version=${this._version} @new-thread=${this.#fresh} @same-thread=${this.#closeMenu} @more-threads=${() => this.#guarded(() => this.#threads.more())}
        @all-threads=${() => this.#guarded(() => this.#threads.all())}></thread-list>
    </aside>`;
  }

  #head(session) {
    const dark = this._theme === 'dark';
    return html`<header>
      <button id="menu" class="round only-narrow" type="button" aria-label="Conversations" aria-expanded=${Boolean(this._menu)} @click=${this.#openMenu}>${icon('menu')}</button>
      <h1>${session.title || (session.threadId ? 'Untitled' : 'New conversation')}</h1>
      ${session.connected ? nothing : html`<span class="link" role="status">Reconnecting…</span>`}
      <label class="hidden" for="agent">Agent</label>
      <select id="agent" class="field" @change=${(event) => this.#choose(event.target.value)}>
        ${this._agents.map((agent) => html`<option value=${agent.id} ?selected=${agent.id === this._agent} .selected=${agent.id === this._agent}>${agent.id}</option>`)}
      </select>
      <button class="round" type="button" aria-label=${dark ? 'Light theme' : 'Dark theme'} title=${dark ? 'Light theme' : 'Dark theme'} @click=${this.#toggleTheme}>${icon(dark ? 'sun' : 'moon')}</button>
    </header>`;
  }

  #choose(agent) {
    this._agent = agent;
    this.#session.agentId = agent;
    this.#focus();
  }

  #middle(session) {
    const problem = this._error ?? session.error;
    const note = problem
      ? html`<error-note class="problem" .error=${problem} dismissable @dismiss=${this.#dismiss}></error-note>`
      : nothing;
    const empty = !session.threadId || (session.entries.length === 0 && !session.run && session.outbox.length === 0 && !session.loading);
    const content = empty
      ? html`<welcome-view .agents=${this._agents} .agent=${this._agent} @choose-agent=${(event) => this.#choose(event.detail)}
          @offer=${(event) => this.#composer.offer(event.detail)}></welcome-view>`
      : html`<conversation-view .session=${session} .version=${this._version} .api=${this.#api} @decided=${this.#focus}
          @show-events=${(event) => this.renderRoot.querySelector('run-events').show(event.detail)}></conversation-view>`;
    return html`<div class="middle">${note} ${content}</div>`;
  }

  #dismiss() {
    this._error = null;
    this.#session.error = null;
    this.#redraw();
  }

  #skip(event) {
    event.preventDefault();
    this.#composer.takeFocus();
  }
}

customElements.define('awaken-chat', AwakenChat);
