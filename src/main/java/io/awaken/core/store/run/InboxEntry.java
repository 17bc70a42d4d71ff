package io.awaken.core.store.run;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Messages that callers sent to a run that has started (mode {@code steer}).
 *
 * @param entryId its id; the commit that consumes it names it
 * @param messages the messages, with ids
 */
public record InboxEntry(String entryId, List<Message> messages) {}
