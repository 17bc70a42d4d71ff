package io.awaken.store.memory.keep;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.outbox.OutboxEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A thread without its runs.
 *
 * @param record the thread; has no open run when restored
 * @param state its values, by key name
 * @param messages oldest first
 * @param current which messages are current
 * @param runs the run of each message
 * @param media media of the messages
 * @param outbox its outbox entries
 */
public record StoredThread(
    ThreadRecord record,
    Map<String, JsonNode> state,
    List<Message> messages,
    CurrentMessages current,
    List<RunId> runs,
    Collection<MediaContent> media,
    List<Entry> outbox) {

  /**
   * An outbox entry.
   *
   * @param run the run it concerns
   */
  public record Entry(RunId run, OutboxEntry entry) {}
}
