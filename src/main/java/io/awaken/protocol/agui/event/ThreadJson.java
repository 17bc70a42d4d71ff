package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.Message;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.http.json.ProtocolJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;

/**
 * A thread for a client that loads it: {@code threadId}, {@code messages}, {@code partial} if there
 * are older ones, and open suspensions as {@code interrupts} and {@code pendingToolCallIds}.
 * Stateless.
 */
public final class ThreadJson {

  private ThreadJson() {}

  /**
   * The response body.
   *
   * @param threadId the client's id
   * @param open the open suspensions
   */
  public static byte[] bytes(
      String threadId, EarlierMessages history, List<SuspensionRecord> open, Dialect dialect) {
    var out = new ByteArrayOutputStream();
    try (JsonGenerator json = ProtocolJson.generator(out)) {
      json.writeStartObject();
      json.writeStringField("threadId", threadId);
      json.writeArrayFieldStart("messages");
      var messages = new MessagesJson(new RunNames(threadId, null, null, dialect), json);
      for (Message message : history.messages()) {
        messages.write(message);
      }
      messages.end();
      json.writeEndArray();
      json.writeBooleanField("partial", !history.complete());
      waiting(open, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void waiting(List<SuspensionRecord> open, JsonGenerator json) throws IOException {
    var tickets = new OpenTickets();
    for (SuspensionRecord question : open) {
      tickets.ask(question.callId(), question.ticket(), Instant.ofEpochMilli(question.createdAt()));
    }
    json.writeFieldName("interrupts");
    tickets.write(json);
    json.writeArrayFieldStart("pendingToolCallIds");
    for (String call : tickets.pendingCalls()) {
      json.writeString(call);
    }
    json.writeEndArray();
  }
}
