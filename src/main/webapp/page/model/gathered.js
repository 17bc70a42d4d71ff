/** Events that say one thing in many pieces, and where each has its piece. */
const PIECES = { text_delta: 'delta', reasoning_delta: 'delta', tool_call_delta: 'args_delta', tool_call_stream_delta: 'delta' };

/**
 * Events as rows of a list: pieces of one text that follow each other are one row.
 *
 * @param {object[]} events
 * @returns {{type: string, events: object[], text?: string}[]}
 */
export function gathered(events) {
  const rows = [];
  for (const event of events) {
    const type = event.event_type;
    const last = rows.at(-1);
    const piece = event[PIECES[type]];
    if (piece !== undefined && last?.type === type && last.events[0].id === event.id) {
      last.events.push(event);
      last.text += piece;
    } else {
      rows.push({ type, events: [event], text: piece });
    }
  }
  return rows;
}
