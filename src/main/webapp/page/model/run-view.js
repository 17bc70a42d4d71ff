import { patched } from './json-patch.js';

/**
 * What is shown of a run, made from its events alone: the same events always give the same view, so a reader that
 * reloads in the middle of an answer sees what it saw before.
 *
 * @typedef {{key: string, type: string, runId: string}} Entry a piece of the conversation; `type` is `user`,
 *     `reasoning`, `text`, `tool`, `media`, `activity`, `error` or `notice`
 */
export class RunView {
  /** @type {object[]} */
  events = [];
  #made = 0;
  #asked = 0;

  /**
   * @param {string} runId empty until `run_start` tells it
   */
  constructor(runId) {
    this.runId = runId;
    this.elsewhere = new Set();
    this.#clear();
  }

  #clear() {
    /** @type {Entry[]} */
    this.entries = [];
    this.status = 'running';
    this.model = '';
    this.inputTokens = 0;
    this.outputTokens = 0;
    this.startedAt = null;
    this.endedAt = null;
    this.seq = 0;
    this.#made = 0;
    this.#asked = 0;
  }

  /** Ids of user messages that are shown before the run, and not once more in its midst. */
  shownElsewhere(ids) {
    this.elsewhere = new Set(ids);
    this.entries = this.entries.filter((entry) => entry.type !== 'user' || !this.elsewhere.has(entry.messageId));
  }

  /** The run does not go on by itself: whether its events say how it stands. */
  rest() {
    if (this.status === 'running' && this.events.at(-1)?.termination?.type === 'suspended') {
      this.status = 'waiting';
    }
    return this.status !== 'running';
  }

  get cursor() {
    return this.events.at(-1)?.cursor ?? '';
  }

  /** Takes an event in; one that came before changes nothing. */
  add(event) {
    if (event.seq > this.seq) {
      this.events.push(event);
      this.#apply(event);
    }
  }

  /** Forgets what came behind a cursor. */
  reset(cursor) {
    const kept = this.events.slice(0, this.events.findIndex((event) => event.cursor === cursor) + 1);
    this.events = [];
    this.#clear();
    kept.forEach((event) => this.add(event));
  }

  #apply(event) {
    this.seq = event.seq;
    this.endedAt = event.timestamp;
    if (event.event_type !== 'run_finish') {
      this.status = 'running';
    }
    HANDLERS[event.event_type]?.(this, event);
  }

  /** The last entry when it goes on with what comes, else a new one. */
  tail(type, same, fields) {
    const last = this.entries.at(-1);
    return last?.type === type && same(last) ? last : this.push(type, fields);
  }

  push(type, fields) {
    const number = this.#made++;
    const entry = { type, runId: this.runId, key: `${this.runId}/${number}`, number, ...fields };
    this.entries.push(entry);
    return entry;
  }

  /** The model is asked: what comes from now on is one answer. */
  asks() {
    this.#asked = this.#made;
  }

  /** The answer begins anew: what came of it is void, but for text. */
  restart() {
    this.entries = this.entries.filter(
      (entry) => entry.number < this.#asked || !(entry.type === 'reasoning' || begun(entry) || blank(entry)),
    );
  }

  /** A call that was cut off is void. */
  cancel(callId) {
    this.entries = this.entries.filter((entry) => !(begun(entry) && entry.callId === callId));
  }

  tool(callId, name) {
    return (
      this.entries.find((entry) => entry.type === 'tool' && entry.callId === callId) ??
      this.push('tool', { callId, name: name ?? '', state: 'preparing', argsText: '', output: '' })
    );
  }
}

function begun(entry) {
  return entry.type === 'tool' && entry.state === 'preparing';
}

function blank(entry) {
  return entry.type === 'text' && !entry.text.trim();
}

const HANDLERS = {
  run_start(view, event) {
    view.runId = event.run_id;
    view.startedAt ??= event.timestamp;
  },
  step_start(view) {
    view.asks();
  },
  text_delta(view, event) {
    const id = event.message_id ?? '';
    view.tail('text', (last) => last.messageId === id, { messageId: id, text: '' }).text += event.delta;
  },
  reasoning_delta(view, event) {
    view.tail('reasoning', () => true, { text: '' }).text += event.delta;
  },
  tool_call_start(view, event) {
    view.tool(event.id, event.name);
  },
  tool_call_delta(view, event) {
    view.tool(event.id).argsText += event.args_delta;
  },
  tool_call_cancel(view, event) {
    view.cancel(event.id);
  },
  stream_reset(view) {
    view.restart();
  },
  tool_call_ready(view, event) {
    Object.assign(view.tool(event.id, event.name), { name: event.name, args: event.arguments, state: 'running' });
  },
  tool_call_stream_delta(view, event) {
    view.tool(event.id, event.name).output += event.delta;
  },
  tool_call_done(view, event) {
    const tool = view.tool(event.id, event.result?.tool_name);
    tool.state = { succeeded: 'done', failed: 'failed', suspended: 'waiting', cancelled: 'denied' }[event.outcome];
    if (event.outcome === 'suspended') {
      tool.ticket = event.result.suspension;
    } else {
      tool.result = event.result;
      tool.ticket = null;
    }
  },
  tool_call_resumed(view, event) {
    Object.assign(view.tool(event.target_id), { state: 'running', ticket: null });
  },
  activity_snapshot(view, event) {
    const callId = event.content?.call_id;
    if (callId && event.activity_type.startsWith('tool-call-progress')) {
      const tool = view.tool(callId, event.content.tool_name);
      tool.activity = { id: event.message_id, content: event.content };
      return;
    }
    const shown = view.entries.find((entry) => entry.type === 'activity' && entry.activityId === event.message_id);
    if (!shown) {
      view.push('activity', { activityId: event.message_id, name: event.activity_type, content: event.content });
    } else if (event.replace) {
      shown.content = event.content;
    }
  },
  activity_delta(view, event) {
    for (const entry of view.entries) {
      if (entry.activityId === event.message_id) {
        entry.content = patched(entry.content, event.patch);
      } else if (entry.activity?.id === event.message_id) {
        entry.activity = { ...entry.activity, content: patched(entry.activity.content, event.patch) };
      }
    }
  },
  messages_snapshot(view, event) {
    for (const message of event.messages) {
      const own = message.role === 'user' && message.metadata?.run_id === view.runId;
      const shown =
        view.elsewhere.has(message.id) || view.entries.some((entry) => entry.messageId === message.id);
      if (own && message.visibility !== 'internal' && !shown) {
        view.push('user', { messageId: message.id, content: message.content, sender: message.sender });
      }
    }
  },
  inference_complete(view, event) {
    view.model = event.model;
    view.inputTokens += event.usage?.prompt_tokens ?? 0;
    view.outputTokens += event.usage?.completion_tokens ?? 0;
    view.asks();
  },
  error(view, event) {
    view.push('error', { message: event.message, code: event.code ?? '' });
  },
  run_finish(view, event) {
    const why = event.termination ?? {};
    view.status = why.type === 'suspended' ? 'waiting' : 'done';
    if (view.status === 'waiting') {
      return;
    }
    for (const entry of view.entries) {
      if (entry.type === 'tool' && ['preparing', 'running', 'waiting'].includes(entry.state)) {
        Object.assign(entry, { state: 'denied', ticket: null });
      }
    }
    const told = ending(why);
    if (told && !(told.type === 'error' && view.entries.some((entry) => entry.type === 'error'))) {
      view.push(told.type, told);
    }
  },
};

/**
 * What to say of why a run ended; null for an end like any other.
 *
 * @param {{type?: string, value?: unknown}} why
 * @returns {{type: string, message: string, code: string} | null}
 */
export function ending(why) {
  switch (why?.type) {
    case 'cancelled':
      return { type: 'notice', message: 'Stopped.', code: 'cancelled' };
    case 'stopped':
      return { type: 'notice', message: why.value?.detail || 'A limit was reached.', code: why.value?.code ?? '' };
    case 'blocked':
      return { type: 'notice', message: String(why.value ?? 'The run was blocked.'), code: 'blocked' };
    case 'error':
      return { type: 'error', message: String(why.value ?? 'The run failed.'), code: '' };
    default:
      return null;
  }
}
