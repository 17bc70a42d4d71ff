/** Event types that stream a value in chunks, and the field that has the chunk. */
const CHUNK_FIELDS = { text_delta: 'delta', reasoning_delta: 'delta', tool_call_delta: 'args_delta', tool_call_stream_delta: 'delta' };

/**
 * Groups events into list rows: consecutive chunks of the same value are one row.
 *
 * @param {object[]} events
 * @returns {{type: string, events: object[], text?: string}[]}
 */
export function gathered(events) {
  const rows = [];
  for (const event of events) {
    const type = event.event_type;
    const last = rows.at(-1);
    const chunk = event[CHUNK_FIELDS[type]];
    if (chunk !== undefined && last?.type === type && last.events[0].id === event.id) {
      last.events.push(event);
      last.text += chunk;
    } else {
      rows.push({ type, events: [event], text: chunk });
    }
  }
  return rows;
}
