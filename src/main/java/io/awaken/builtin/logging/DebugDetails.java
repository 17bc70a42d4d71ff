package io.awaken.builtin.logging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.context.RunSummary;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The details of a log line; texts, arguments and results only with contents. */
final class DebugDetails {

  private final boolean contents;

  DebugDetails(boolean contents) {
    this.contents = contents;
  }

  static ObjectNode none() {
    return JsonNodeFactory.instance.objectNode();
  }

  static String wire(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  ObjectNode of(PhaseContext context) {
    ObjectNode json = context.call() == null ? none() : of(context.call());
    return json.put("revision", context.state().revision());
  }

  ObjectNode of(RunSummary summary) {
    ObjectNode json = none().put("termination", summary.termination().getClass().getSimpleName());
    json.put("steps", summary.steps());
    json.put("input_tokens", summary.inputTokens());
    json.put("output_tokens", summary.outputTokens());
    return contents ? json.put("response", Redaction.of(summary.response())) : json;
  }

  ObjectNode of(LlmRequest request) {
    ObjectNode json = none().put("model", request.model());
    json.set("tools", texts(request.tools(), tool -> tool.id()));
    json.put("messages", request.messages().size());
    if (contents) {
      json.put("system", Redaction.of(request.system()));
      json.set("conversation", texts(request.messages(), DebugDetails::line));
    }
    return json;
  }

  ObjectNode of(StreamResult answer) {
    ObjectNode json = none();
    json.put("stop_reason", answer.stopReason() == null ? null : wire(answer.stopReason()));
    if (answer.usage() != null) {
      json.put("input_tokens", answer.usage().promptTokens());
      json.put("output_tokens", answer.usage().completionTokens());
    }
    ArrayNode calls = json.putArray("calls");
    answer.toolCalls().forEach(call -> calls.add(of(call)));
    if (contents) {
      json.set("content", texts(answer.content(), DebugDetails::text));
    }
    return json;
  }

  ObjectNode of(ToolCall call) {
    ObjectNode json = none().put("call", call.id()).put("tool", call.name());
    if (contents) {
      json.set("arguments", Redaction.of(call.arguments()));
    }
    return json;
  }

  ObjectNode of(ToolCall call, ToolResult result) {
    ObjectNode json = of(call).put("status", result.status().wire()).put("code", result.code());
    if (contents) {
      json.put("message", Redaction.of(result.message()));
      json.set("data", Redaction.of(result.data()));
    }
    return json;
  }

  ObjectNode of(TaggedEvent tagged) {
    ObjectNode json = none().put("event", tagged.event().getClass().getSimpleName());
    if (!tagged.tags().isEmpty()) {
      json.set("tags", texts(tagged.tags(), tag -> tag));
    }
    // A secret may be split over pieces, where no pattern finds it; other lines have the whole
    // text.
    if (tagged.event() instanceof AgentEvent.Delta delta) {
      json.put("chars", delta.delta().length());
    }
    return json;
  }

  private static String line(Message message) {
    return message.role().wire() + ": " + Redaction.of(message.text());
  }

  private static String text(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> Redaction.of(text.text());
      case ContentBlock.Thinking thinking -> Redaction.of(thinking.thinking());
      case ContentBlock.Source source -> "source";
      case Media media -> media.kind().wire() + " of " + media.length() + " bytes";
    };
  }

  private static <T> ArrayNode texts(Collection<T> all, Function<T, String> text) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    all.forEach(one -> array.add(text.apply(one)));
    return array;
  }

  /** Removes values that have the format or name of secrets from JSON and text. */
  static final class Redaction {

    static final String MARK = "[redacted]";

    private static final Pattern SECRET =
        Pattern.compile(
            "(?i).*(passw|secret|token|api[_-]?key|authori[sz]ation|credential|cookie|private[_-]?key)"
                + ".*");

    /** Formats of credentials in headers and settings, and of keys of well-known services. */
    private static final Pattern IN_TEXT =
        Pattern.compile(
            "(?i)(\\b(?:bearer|basic)\\s+|\\b(?:password|secret|api[_-]?key|token)\"?\\s*[:=]\\s*\"?)"
                + "[^\\s\",;}]{4,}|\\b(?:sk|pk|ghp|gho|xox[a-z])[-_][\\w-]{12,}");

    private Redaction() {}

    /**
     * @param text null stays null
     */
    static String of(String text) {
      return text == null ? null : IN_TEXT.matcher(text).replaceAll(Redaction::marked);
    }

    private static String marked(MatchResult found) {
      String before = found.group(1) == null ? "" : found.group(1);
      return Matcher.quoteReplacement(before + MARK);
    }

    /**
     * @param json null stays null
     */
    static JsonNode of(JsonNode json) {
      return switch (json) {
        case ObjectNode object -> {
          ObjectNode clean = JsonNodeFactory.instance.objectNode();
          object
              .properties()
              .forEach(
                  field -> {
                    boolean secret = SECRET.matcher(field.getKey()).matches();
                    if (secret) {
                      clean.put(field.getKey(), MARK);
                    } else {
                      clean.set(field.getKey(), of(field.getValue()));
                    }
                  });
          yield clean;
        }
        case ArrayNode array -> {
          ArrayNode clean = JsonNodeFactory.instance.arrayNode();
          array.forEach(element -> clean.add(of(element)));
          yield clean;
        }
        case TextNode text -> JsonNodeFactory.instance.textNode(of(text.textValue()));
        case null, default -> json;
      };
    }
  }
}
