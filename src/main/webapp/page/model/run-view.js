import { patched } from './json-patch.js';

/**
 * The display state of a run, built only from its events. The same events always give the same view, so a reload
 * during an answer shows what was shown before.
 *
 * @typedef {{key: string, type: string, runId: string}} Entry an item of the conversation; `type` is `user`,
 *     `reasoning`, `text`, `tool`, `media`, `activity`, `error` or `notice`
 */
export class RunView {
  /** @type {object[]} */
  events = [];
  #made = 0;
  #answerStart = 0;
  /** The views of delegates below, by run id. */
  #delegates = new Map();

  /**
   * @param {string} runId empty until `run_start` is received
   */
  constructor(runId) {
    this.runId = runId;
    this.excluded = new Set();
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
    this.#answerStart = 0;
    this.#delegates.clear();
    /** The last event of the run itself. */
    this.last = null;
  }

  /** Excludes user messages that are already shown before the run. */
  exclude(ids) {
    this.excluded = new Set(ids);
    this.entries = this.entries.filter((entry) => entry.type !== 'user' || !this.excluded.has(entry.messageId));
  }

  /** Updates the status after the stream; false when the events neither end nor suspend the run. */
  settle() {
    if (this.status === 'running' && this.last?.termination?.type === 'suspended') {
      this.status = 'waiting';
    }
    return this.status !== 'running';
  }

  get cursor() {
    return this.events.at(-1)?.cursor ?? '';
  }

  /** Whether a run is one of its delegates. */
  hasDelegate(runId) {
    return this.#delegates.has(runId);
  }

  /** Applies an event of the run or of a delegate; an event that was already applied is ignored. */
  add(event) {
    if (event.delegate) {
      this.#addOfDelegate(event);
    } else if (event.seq > this.seq) {
      this.events.push(event);
      this.#apply(event);
    }
  }

  /** An event of a delegate belongs to the call that started it, of this run or of another delegate. */
  #addOfDelegate({ delegate, ...event }) {
    const above = delegate.parent_run_id === this.runId ? this : this.#delegates.get(delegate.parent_run_id);
    let view = this.#delegates.get(event.run_id);
    if (above && !view) {
      view = new RunView(event.run_id);
      view.agentId = delegate.agent_id;
      this.#delegates.set(event.run_id, view);
      above.tool(delegate.tool_call_id).delegate = view;
    }
    if (view && event.seq > view.seq) {
      this.events.push({ ...event, delegate });
      view.add(event);
    }
  }

  /**
   * Discards the events after a cursor.
   *
   * @param {{run_id?: string, seq?: number, delegate?: object}} [of] the delegate whose events they are
   */
  reset(cursor, of = {}) {
    const last = of.delegate ? of.seq : (this.events.find((event) => event.cursor === cursor)?.seq ?? seqOf(cursor));
    const runOf = (event) => (event.delegate ? event.run_id : '');
    const kept = this.events.filter((event) => runOf(event) !== runOf(of) || event.seq <= last);
    this.events = [];
    this.#clear();
    kept.forEach((event) => this.add(event));
  }

  #apply(event) {
    this.seq = event.seq;
    this.last = event;
    this.endedAt = event.timestamp;
    if (event.event_type !== 'run_finish') {
      this.status = 'running';
    }
    HANDLERS[event.event_type]?.(this, event);
  }

  /** Returns the last entry if it has this type and matches, otherwise a new entry. */
  extend(type, same, fields) {
    const last = this.entries.at(-1);
    return last?.type === type && same(last) ? last : this.push(type, fields);
  }

  push(type, fields) {
    const number = this.#made++;
    const entry = { type, runId: this.runId, key: `${this.runId}/${number}`, number, ...fields };
    this.entries.push(entry);
    return entry;
  }

  /** Marks the start of a model answer. */
  beginAnswer() {
    this.#answerStart = this.#made;
  }

  /** The model answer restarts: discards its reasoning and incomplete calls, but keeps text that was already shown. */
  discardAnswer() {
    this.entries = this.entries.filter(
      (entry) => entry.number < this.#answerStart || !(entry.type === 'reasoning' || isPreparing(entry) || isBlank(entry)),
    );
  }

  /** Removes a call whose arguments are incomplete. */
  cancel(callId) {
    this.entries = this.entries.filter((entry) => !(isPreparing(entry) && entry.callId === callId));
  }

  tool(callId, name) {
    return (
      this.entries.find((entry) => entry.type === 'tool' && entry.callId === callId) ??
      this.push('tool', { callId, name: name ?? '', state: 'preparing', argsText: '', output: '' })
    );
  }
}

/** The number of the event of the run that a cursor names; 0 for none. */
function seqOf(cursor) {
  return Number(/^\d+-(\d+)/.exec(cursor)?.[1] ?? 0);
}

function isPreparing(entry) {
  return entry.type === 'tool' && entry.state === 'preparing';
}

function isBlank(entry) {
  return entry.type === 'text' && !entry.text.trim();
}

const HANDLERS = {
  run_start(view, event) {
    view.runId = event.run_id;
    view.startedAt ??= event.timestamp;
  },
  step_start(view) {
    view.beginAnswer();
  },
  text_delta(view, event) {
    const id = event.message_id ?? '';
    view.extend('text', (last) => last.messageId === id, { messageId: id, text: '' }).text += event.delta;
  },
  reasoning_delta(view, event) {
    view.extend('reasoning', () => true, { text: '' }).text += event.delta;
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
    view.discardAnswer();
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
        view.excluded.has(message.id) || view.entries.some((entry) => entry.messageId === message.id);
      if (own && message.visibility !== 'internal' && !shown) {
        view.push('user', { messageId: message.id, content: message.content, sender: message.sender });
      }
    }
  },
  inference_complete(view, event) {
    view.model = event.model;
    view.inputTokens += event.usage?.prompt_tokens ?? 0;
    view.outputTokens += event.usage?.completion_tokens ?? 0;
    view.beginAnswer();
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
    const end = ending(why);
    if (end && !(end.type === 'error' && view.entries.some((entry) => entry.type === 'error'))) {
      view.push(end.type, end);
    }
  },
};

/**
 * The entry that explains why a run ended; null when it ended normally.
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
