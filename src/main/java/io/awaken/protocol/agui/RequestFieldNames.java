package io.awaken.protocol.agui;

import io.awaken.http.submit.FieldNames;
import io.awaken.protocol.agui.request.RunInput.PartNames;
import io.awaken.protocol.agui.request.RunInput.UserMessage;
import java.util.List;

/** Field names of the protocol for refusals. Stateless. */
final class RequestFieldNames {

  private RequestFieldNames() {}

  /** For a request without messages. */
  static final FieldNames PLAIN = of(List.of(), 0);

  /**
   * @param fresh the new messages of the request
   * @param before the number of messages before them that do not come from the request
   */
  static FieldNames of(List<UserMessage> fresh, int before) {
    return new FieldNames(
        "agentId",
        "threadId",
        "runId",
        "Last-Event-ID",
        index -> message(fresh, index - before),
        (index, part, field) ->
            "%s[%d].%s"
                .formatted(
                    message(fresh, index - before),
                    part,
                    wire(fresh.get(index - before).parts().get(part), field)),
        "messages",
        "tools");
  }

  private static String message(List<UserMessage> fresh, int index) {
    return index < 0 || index >= fresh.size()
        ? "context"
        : "messages[%d].content".formatted(fresh.get(index).index());
  }

  private static String wire(PartNames names, String field) {
    return switch (field) {
      case "type" -> names.kind();
      case "media_type" -> names.mediaType();
      case "url", "data", "media_id" -> names.bytes();
      default -> field;
    };
  }
}
