package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.Message;
import io.awaken.core.run.ClientTool;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.RunNames;
import java.util.List;

/**
 * What a client wants of a run. The state and the forwarded properties that it sends count for
 * nothing.
 *
 * @param names what it calls thread and run, and how it is answered
 * @param said messages of a person behind the last answer, oldest first; the server may know them
 * @param results of calls that the client executed, behind the last answer
 * @param endsWithUser whether the last message is one of a person
 * @param tools those that the client executes
 * @param context for the model beside the conversation; null for nothing
 * @param resume answers to interrupts
 */
public record RunInput(
    RunNames names,
    List<Said> said,
    List<Result> results,
    boolean endsWithUser,
    List<ClientTool> tools,
    String context,
    List<Resume> resume) {

  /**
   * A message of a person.
   *
   * @param index where it is in the request
   * @param message with an id that the server can store; without one where the client sent none
   * @param parts how the fields of its parts are called, in their order; empty for a text alone
   */
  public record Said(int index, Message message, List<PartNames> parts) {}

  /**
   * What the fields of a part are called that say how it is, which depends on its form.
   *
   * @param kind what says that it is, for example, an image
   * @param mediaType what says the media type
   * @param bytes what has the bytes, or refers to them
   */
  public record PartNames(String kind, String mediaType, String bytes) {

    /** Of a text, and of media with a source. */
    static final PartNames SOURCE = new PartNames("type", "source.mimeType", "source.value");

    /** Of {@code binary}, whose kind is that of its media type. */
    static PartNames binary(String bytes) {
      return new PartNames("mimeType", "mimeType", bytes);
    }

    /** For bytes that name their own media type. */
    PartNames withinBytes() {
      return new PartNames(kind, bytes, bytes);
    }
  }

  /**
   * What a tool of the client brought.
   *
   * @param index where it is in the request
   * @param callId the call
   * @param content as text
   * @param error why it failed; null where it did not
   */
  public record Result(int index, String callId, String content, String error) {}

  /**
   * An answer to an interrupt.
   *
   * @param cancelled whether it is not answered but given up
   * @param payload the answer; null for none
   */
  public record Resume(String interruptId, boolean cancelled, JsonNode payload) {}

  /** The dialect of the client. */
  public Dialect dialect() {
    return names.dialect();
  }
}
