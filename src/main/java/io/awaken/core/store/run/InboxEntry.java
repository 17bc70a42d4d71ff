package io.awaken.core.store.run;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Messages that callers sent to a run that had begun (mode {@code steer}).
 *
 * @param entryId names it; a commit that takes it in says so
 * @param messages what was said, with ids
 */
public record InboxEntry(String entryId, List<Message> messages) {}
