package io.awaken.core.store.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import java.util.List;

/**
 * Messages that callers sent to a run that has started (mode {@code steer}).
 *
 * @param entryId its id; the commit that consumes it names it
 * @param messages the messages, with ids
 * @param state the new state shared with the client; null for no change
 */
public record InboxEntry(String entryId, List<Message> messages, JsonNode state) {}
