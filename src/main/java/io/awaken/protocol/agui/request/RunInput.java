package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClientTool;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.RunNames;
import java.util.List;

/**
 * A parsed run request. Forwarded properties of the client are ignored.
 *
 * @param names the client's ids and its dialect
 * @param messages user messages after the last answer, oldest first; the server may have some of
 *     them
 * @param results results of front-end tool calls after the last answer
 * @param endsWithUser whether the last message is a user message
 * @param tools the front-end tools
 * @param context for the model, apart from the conversation; null for none
 * @param resume answers to interrupts
 * @param instructions the texts of system and developer messages; null for none
 * @param state the client's state, not empty; null for none
 */
public record RunInput(
    RunNames names,
    List<UserMessage> messages,
    List<Result> results,
    boolean endsWithUser,
    List<ClientTool> tools,
    String context,
    List<Resume> resume,
    String instructions,
    ObjectNode state) {

  /**
   * A user message.
   *
   * @param index its index in the request
   * @param message its id is one that the server can store, or null if the client sent none
   * @param parts the field names of its parts, in order; empty for plain text
   */
  public record UserMessage(int index, Message message, List<PartNames> parts) {}

  /**
   * The field names of a part, which depend on its form.
   *
   * @param kind the field that makes it, for example, an image
   * @param mediaType the field with the media type
   * @param bytes the field with the bytes, or a reference to them
   */
  public record PartNames(String kind, String mediaType, String bytes) {

    /** For text, and for media with a source. */
    static final PartNames SOURCE = new PartNames("type", "source.mimeType", "source.value");

    /** For {@code binary}, whose kind follows from its media type. */
    static PartNames binary(String bytes) {
      return new PartNames("mimeType", "mimeType", bytes);
    }

    /** For bytes that contain their own media type. */
    PartNames withinBytes() {
      return new PartNames(kind, bytes, bytes);
    }
  }

  /**
   * The result of a front-end tool call.
   *
   * @param index its index in the request
   * @param id the client's id; null for none that the server stores
   * @param callId the call
   * @param content as text
   * @param error why it failed; null where it did not
   */
  public record Result(int index, String id, String callId, String content, String error) {}

  /**
   * An answer to an interrupt.
   *
   * @param cancelled whether the user gave up instead of answering
   * @param payload the answer; null for none
   */
  public record Resume(String interruptId, boolean cancelled, JsonNode payload) {}

  /** The dialect of the client. */
  public Dialect dialect() {
    return names.dialect();
  }
}
