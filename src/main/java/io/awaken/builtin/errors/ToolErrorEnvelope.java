package io.awaken.builtin.errors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds a stable envelope to every failed result, even one that no tool returned: {@code source}
 * (model, tool, framework), {@code kind}, {@code code}, {@code param} (a JSON pointer) and {@code
 * retryable}. The model reads it as {@code details} beside the error text. A result with data keeps
 * its data. Thread-safe.
 */
public final class ToolErrorEnvelope implements Plugin {

  public static final String NAME = "tool-error-envelope";

  /** After parts that change results or the error flag. */
  private static final int LAST = 10_000;

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "gives failed tool calls a stable envelope", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.afterTool((context, call, result) -> enveloped(result)).priority(LAST);
  }

  private static AfterTool.Decision enveloped(ToolResult result) {
    if (!result.failed() || result.data() != null) {
      return AfterTool.Decision.KEEP;
    }
    ErrorEnvelope envelope = ErrorEnvelope.of(result);
    return AfterTool.Decision.replace(
        new ToolResult(
            result.toolName(),
            ToolResult.Status.ERROR,
            envelope.json(),
            result.message(),
            envelope.code(),
            null,
            result.content()));
  }

  /**
   * The error result of a failed call, in one form for all tools.
   *
   * @param source who can fix it
   * @param kind kind of failure
   * @param code the machine-readable code; by default that of the kind
   * @param param JSON pointer to the invalid argument; null for none or several
   * @param retryable whether a repeated call may succeed: unchanged, or with other arguments if the
   *     model caused the failure
   */
  record ErrorEnvelope(Source source, Kind kind, String code, String param, boolean retryable) {

    /** Who can fix it. */
    enum Source {
      MODEL,
      TOOL,
      FRAMEWORK
    }

    /** Kinds of failure. */
    enum Kind {
      INVALID_ARGUMENTS(Source.MODEL, true),
      UNKNOWN_TOOL(Source.MODEL, false),
      DENIED(Source.FRAMEWORK, false),
      NOT_EXECUTED(Source.FRAMEWORK, false),
      PLUGIN_FAILED(Source.FRAMEWORK, false),
      RESULT_TOO_LARGE(Source.TOOL, false),
      TRANSIENT(Source.TOOL, true),
      EXECUTION_FAILED(Source.TOOL, false);

      private final Source source;
      private final boolean retryable;

      Kind(Source source, boolean retryable) {
        this.source = source;
        this.retryable = retryable;
      }
    }

    private static final Set<String> DENIALS =
        Set.of("denied", "forbidden", "unauthorized", "blocked");
    private static final Set<String> NOT_EXECUTED =
        Set.of("cancelled", "interrupted", "not_executed");
    private static final Set<String> PASSING =
        Set.of("timeout", "rate_limited", "overloaded", "unavailable");

    /** Extracts the location from a validation message, for example {@code /lines/0/pieces}. */
    private static final Pattern POINTER = Pattern.compile("(?:^|[\\s;])((?:/[^\\s/:]+)+):");

    /**
     * @param failed a result with status error
     */
    static ErrorEnvelope of(ToolResult failed) {
      Kind kind = kind(failed.code());
      return new ErrorEnvelope(
          kind.source,
          kind,
          failed.code() == null ? wire(kind) : failed.code(),
          kind == Kind.INVALID_ARGUMENTS ? pointer(failed.message()) : null,
          kind.retryable);
    }

    private static Kind kind(String code) {
      if (code == null) {
        return Kind.EXECUTION_FAILED;
      }
      return switch (code) {
        case "invalid_arguments" -> Kind.INVALID_ARGUMENTS;
        case "not_found" -> Kind.UNKNOWN_TOOL;
        case "result_too_large" -> Kind.RESULT_TOO_LARGE;
        case "plugin_failed" -> Kind.PLUGIN_FAILED;
        default -> {
          if (DENIALS.contains(code)) {
            yield Kind.DENIED;
          }
          if (NOT_EXECUTED.contains(code)) {
            yield Kind.NOT_EXECUTED;
          }
          yield PASSING.contains(code) ? Kind.TRANSIENT : Kind.EXECUTION_FAILED;
        }
      };
    }

    /** The invalid argument; none when there are several. */
    private static String pointer(String message) {
      if (message == null) {
        return null;
      }
      Matcher found = POINTER.matcher(message);
      if (!found.find()) {
        return null;
      }
      String first = found.group(1);
      while (found.find()) {
        if (!found.group(1).equals(first)) {
          return null;
        }
      }
      return first;
    }

    JsonNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("source", wire(source)).put("kind", wire(kind)).put("code", code);
      if (param != null) {
        json.put("param", param);
      }
      return json.put("retryable", retryable);
    }

    private static String wire(Enum<?> name) {
      return name.name().toLowerCase(Locale.ROOT);
    }
  }
}
