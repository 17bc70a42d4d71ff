package io.awaken.protocol.aisdk.routes;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.http.json.ProtocolJson;
import io.awaken.protocol.aisdk.routes.UiMessage.CallFacts;
import io.awaken.protocol.aisdk.stream.StoredDelegates;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads a page of a conversation, the newest first, in the chat client's format: {@code {messages,
 * hasMore, nextCursor?}} (features row 237). Thread-safe.
 */
@Dependent
public class ChatHistory {

  private final ThreadStore threads;
  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final EventLog log;

  @Inject
  public ChatHistory(
      ThreadStore threads, RunStore runs, SuspensionStore suspensions, EventLog log) {
    this.threads = threads;
    this.runs = runs;
    this.suspensions = suspensions;
    this.log = log;
  }

  /**
   * A page, as JSON.
   *
   * @param thread one that the caller may see
   * @param before only messages with a lower number; null for the newest
   * @param limit stored messages at most; a run is split only if it alone exceeds the limit
   */
  public byte[] page(ThreadId thread, Long before, int limit) {
    var filter = new Filter(Shown.EXTERNAL, null, 0, Long.MAX_VALUE);
    var found = threads.messages(new MessageQuery(thread, filter, true, before, 0, limit + 1));
    var messages = new ArrayList<>(found.items());
    boolean more = found.cut() || messages.size() > limit;
    if (messages.size() > limit) {
      messages.removeLast();
    }
    Collections.reverse(messages);
    return json(thread, more ? completeRuns(messages) : messages, more);
  }

  /** Drops the first run, which may be incomplete, unless it is the only one. */
  private static List<StoredMessage> completeRuns(List<StoredMessage> messages) {
    String first = UiMessage.idOf(messages.getFirst().message());
    for (int i = 1; i < messages.size(); i++) {
      if (!UiMessage.idOf(messages.get(i).message()).equals(first)) {
        return messages.subList(i, messages.size());
      }
    }
    return messages;
  }

  private byte[] json(ThreadId thread, List<StoredMessage> messages, boolean more) {
    var out = new ByteArrayOutputStream();
    var calls = new CallFacts(runs, suspensions, thread, new StoredDelegates(log));
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      json.writeStartObject();
      json.writeArrayFieldStart("messages");
      for (UiMessage message :
          UiMessage.of(messages.stream().map(StoredMessage::message).toList())) {
        message.write(thread, calls, json);
      }
      json.writeEndArray();
      json.writeBooleanField("hasMore", more);
      if (more) {
        json.writeStringField("nextCursor", String.valueOf(messages.getFirst().sequence()));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
