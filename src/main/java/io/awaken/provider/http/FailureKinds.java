package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Classifies failures by HTTP status and by the error documents of the wire. Thread-safe. */
public final class FailureKinds {

  private static final Pattern NO_TOOLS =
      Pattern.compile(
          "(does not|doesn't|not) support (tools|tool use|tool calling|function calling)"
              + "|(tools|tool use|tool calling|function calling) (is|are) not (supported|enabled)"
              + "|no endpoints found that support tool use",
          Pattern.CASE_INSENSITIVE);

  private final ErrorDocuments documents;

  public FailureKinds(ErrorDocuments documents) {
    this.documents = documents;
  }

  /**
   * @param error as {@link ErrorDocuments#error} gives it; may be missing
   */
  public Kind ofStatus(int status, JsonNode error) {
    if (namesTools(error)) {
      return Kind.TOOLS_NOT_SUPPORTED;
    }
    return switch (status) {
      case 400, 422 -> refused(error);
      case 401, 403 -> Kind.UNAUTHORIZED;
      case 404 -> Kind.MODEL_NOT_FOUND;
      case 408, 504 -> Kind.TIMEOUT;
      case 413 -> Kind.CONTEXT_OVERFLOW;
      case 429 -> Kind.RATE_LIMITED;
      case 503, 529 -> Kind.OVERLOADED;
      default -> status >= 500 ? failed(error) : Kind.INVALID_REQUEST;
    };
  }

  /** An error that came without a status of its own. */
  public Kind ofError(JsonNode error) {
    int status = documents.status(error);
    if (status != 0) {
      return ofStatus(status, error);
    }
    if (namesTools(error)) {
      return Kind.TOOLS_NOT_SUPPORTED;
    }
    Kind named = documents.kind(error);
    return named == null ? ofWords(error) : named;
  }

  /** Gateways put the names of another provider's errors into the document of this wire. */
  private static Kind ofWords(JsonNode error) {
    String name =
        Stream.of("type", "code", "status")
            .map(field -> error.path(field).asText(""))
            .collect(Collectors.joining(" "))
            .toLowerCase(Locale.ROOT);
    if (name.contains("rate_limit") || name.contains("resource_exhausted")) {
      return Kind.RATE_LIMITED;
    }
    if (name.contains("overloaded") || name.contains("unavailable")) {
      return Kind.OVERLOADED;
    }
    return name.contains("timeout") || name.contains("deadline") ? Kind.TIMEOUT : Kind.PROVIDER;
  }

  /** By the sentences of Ollama, vLLM, OpenRouter and others, none of which has a code for it. */
  private boolean namesTools(JsonNode error) {
    return !error.isMissingNode() && NO_TOOLS.matcher(documents.message(error)).find();
  }

  /** Some servers fail where others refuse: Ollama's runner with a prompt that is too long. */
  private Kind failed(JsonNode error) {
    boolean overflow = documents.kind(error) == Kind.CONTEXT_OVERFLOW;
    return overflow ? Kind.CONTEXT_OVERFLOW : Kind.PROVIDER;
  }

  private Kind refused(JsonNode error) {
    Kind named = documents.kind(error);
    return named == null ? Kind.INVALID_REQUEST : named;
  }
}
