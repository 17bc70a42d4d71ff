/** Pause between announcements, so that a screen reader can finish speaking. */
const PAUSE_MS = 2_500;

/** Announces a streaming answer to screen readers: whole sentences at intervals, then how it ended. */
export class Announcer {
  #region;
  #run = '';
  #spoken = 0;
  #status = '';
  #timer = 0;
  #latest = null;

  /** @param {HTMLElement} region with `aria-live="polite"` */
  constructor(region) {
    this.#region = region;
  }

  /** Announces what has changed in a thread. */
  update(session) {
    this.#latest = session;
    if (session.status !== this.#status && session.run) {
      this.#status = session.status;
      this.#speak();
    } else if (session.status === 'running') {
      this.#timer ||= setTimeout(() => this.#speak(), PAUSE_MS);
    }
  }

  #speak() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { run, status } = this.#latest;
    if (!run) {
      return;
    }
    if (run.runId !== this.#run) {
      this.#run = run.runId;
      this.#spoken = 0;
    }
    const text = run.entries.filter((entry) => entry.type === 'text').map((entry) => entry.text).join('\n');
    const fresh = text.slice(this.#spoken);
    const whole = status === 'running' ? fresh.slice(0, fresh.search(/[.!?:\n](?=[^.!?:\n]*$)/) + 1) : fresh;
    this.#spoken += whole.length;
    const waiting = run.entries.find((entry) => entry.state === 'waiting');
    const ends = { waiting: `The tool ${waiting?.name ?? ''} is waiting for your decision.`, idle: 'The answer is complete.' }[status] ?? '';
    const words = `${whole.replace(/[*_`#>|]/g, '')} ${ends}`.trim();
    if (words) {
      const line = document.createElement('p');
      line.textContent = words;
      this.#region.replaceChildren(line);
    }
  }
}
