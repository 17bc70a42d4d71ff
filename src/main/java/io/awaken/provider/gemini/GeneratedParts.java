package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.RepeatedText;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.ToolArguments;
import io.awaken.provider.http.WholeCalls;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * The parts of one answer. Adjacent text of one kind is joined; a part with a signature stays
 * separate, since the provider requires it unchanged. Content after calls notes how many, since
 * messages hold the two apart. Calls arrive whole. For one thread.
 */
final class GeneratedParts {

  private final String providerId;
  private final LlmListener listener;
  private final List<ContentBlock> content = new ArrayList<>();
  private final WholeCalls calls;
  private final StringBuilder open = new StringBuilder();
  private final WholeCharacters wholeThoughts = new WholeCharacters();
  private final WholeCharacters wholeText = new WholeCharacters();

  private boolean thinking;

  /** How much text came, and in how many pieces. */
  private int length;

  private int pieces;

  GeneratedParts(String providerId, LlmListener listener) {
    this.providerId = providerId;
    this.listener = listener;
    this.calls = new WholeCalls(listener);
  }

  /** Called before the parts of each chunk. */
  void chunk() {
    calls.event();
  }

  boolean isEmpty() {
    return content.isEmpty() && open.isEmpty() && calls.all().isEmpty();
  }

  /**
   * Takes the next part; parts of unexpected kinds are skipped.
   *
   * @return the problem, for {@link io.awaken.provider.http.ProviderFailures#failure}; null for
   *     nothing
   */
  String accept(JsonNode part) {
    String signature = part.path(GenerateParts.SIGNATURE).asText("");
    if (part.path("functionCall").isObject()) {
      return call(part.path("functionCall"), signature);
    }
    if (part.path("inlineData").isObject()) {
      // An image within thinking is a draft of the one that follows.
      return part.path("thought").asBoolean() ? null : medium(part.path("inlineData"), signature);
    }
    text(part, signature);
    return null;
  }

  List<ContentBlock> content() {
    close();
    return content;
  }

  List<ToolCall> calls() {
    return calls.all();
  }

  private void text(JsonNode part, String signature) {
    boolean thought = part.path("thought").asBoolean();
    String piece = (thought ? wholeThoughts : wholeText).next(part.path("text").asText(""));
    if (piece.isEmpty() || (!thought && repeats(piece))) {
      if (!signature.isEmpty()) {
        close();
        content.add(signed("", signature));
      }
      return;
    }
    if (thought != thinking || !signature.isEmpty()) {
      close();
      thinking = thought;
    }
    open.append(piece);
    if (thought) {
      listener.reasoning(piece);
    } else {
      listener.text(piece);
      length += piece.length();
      pieces++;
    }
    if (!signature.isEmpty()) {
      content.add(
          thought
              ? signed(taken(), signature)
              : new ContentBlock.Text(taken(), metadata(signature, "", calls.all().size())));
    }
  }

  private ContentBlock signed(String thought, String signature) {
    return ContentBlock.Thinking.signed(thought, providerId, signature)
        .with(metadata("", "", calls.all().size()));
  }

  private boolean repeats(String piece) {
    if (piece.length() != length) {
      return false;
    }
    var said = new StringBuilder(length);
    for (ContentBlock block : content) {
      said.append(block instanceof ContentBlock.Text text ? text.text() : "");
    }
    return RepeatedText.is(piece, thinking ? said : said.append(open), pieces);
  }

  private String call(JsonNode call, String signature) {
    String name = call.path("name").asText("");
    if (name.isEmpty()) {
      return "sent a tool call without a name";
    }
    if (call.has("partialArgs") || call.path("willContinue").asBoolean()) {
      // Never asked for; without the pieces the tool would get other arguments.
      return "sent a tool call in pieces";
    }
    close();
    String id = call.path(GenerateParts.CALL_ID).asText("");
    calls.add(id, id, name, ToolArguments.of(call.path("args")), metadata(signature, id, 0));
    return null;
  }

  private String medium(JsonNode data, String signature) {
    String type = data.path("mimeType").asText("");
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(data.path("data").asText(""));
    } catch (IllegalArgumentException e) {
      return "sent media that is not base64";
    }
    close();
    content.add(kind(type).of(type, bytes, null).with(metadata(signature, "", calls.all().size())));
    return null;
  }

  private static MediaKind kind(String type) {
    return switch (type.substring(0, Math.max(0, type.indexOf('/'))).toLowerCase(Locale.ROOT)) {
      case "image" -> MediaKind.IMAGE;
      case "audio" -> MediaKind.AUDIO;
      case "video" -> MediaKind.VIDEO;
      default -> MediaKind.DOCUMENT;
    };
  }

  /**
   * Metadata that must be sent back with the part; null for none.
   *
   * @param callsBefore number of the answer's calls before a part that is content
   */
  private ObjectNode metadata(String signature, String callId, int callsBefore) {
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    if (!callId.isEmpty()) {
      own.put(GenerateParts.CALL_ID, callId);
    }
    if (!signature.isEmpty()) {
      own.put(GenerateParts.SIGNATURE, signature);
    }
    if (callsBefore > 0) {
      own.put(GenerateParts.CALLS_BEFORE, callsBefore);
    }
    return own.isEmpty() ? null : ProviderMetadata.of(providerId, own);
  }

  private void close() {
    if (!open.isEmpty()) {
      ObjectNode own = metadata("", "", calls.all().size());
      content.add(
          thinking
              ? new ContentBlock.Thinking(taken()).with(own)
              : new ContentBlock.Text(taken(), own));
    }
  }

  private String taken() {
    String text = open.toString();
    open.setLength(0);
    return text;
  }
}
