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
 * What there is of a thread beside its runs.
 *
 * @param record without a run that is not done, when it is read back
 * @param state its values, by the names of their keys
 * @param messages oldest first
 * @param current which of them are
 * @param runs the run that each of the messages came with
 * @param media what the messages refer to
 * @param outbox what plugins have to be told
 */
public record KeptThread(
    ThreadRecord record,
    Map<String, JsonNode> state,
    List<Message> messages,
    CurrentMessages current,
    List<RunId> runs,
    Collection<MediaContent> media,
    List<Entry> outbox) {

  /**
   * An entry of the outbox.
   *
   * @param run the run that it is about
   * @param entry what is to be told
   */
  public record Entry(RunId run, OutboxEntry entry) {}
}
