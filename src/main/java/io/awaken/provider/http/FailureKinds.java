package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;

/** Classifies failures by HTTP status and by the error documents of the wire. */
final class FailureKinds {

  private final ErrorDocuments documents;

  FailureKinds(ErrorDocuments documents) {
    this.documents = documents;
  }

  Kind ofStatus(int status, JsonNode error) {
    return switch (status) {
      case 400, 422 -> refused(error);
      case 401, 403 -> Kind.UNAUTHORIZED;
      case 404 -> Kind.MODEL_NOT_FOUND;
      case 408, 504 -> Kind.TIMEOUT;
      case 413 -> Kind.CONTEXT_OVERFLOW;
      case 429 -> Kind.RATE_LIMITED;
      case 503, 529 -> Kind.OVERLOADED;
      default -> status >= 500 ? Kind.PROVIDER : Kind.INVALID_REQUEST;
    };
  }

  /** An error that came without a status of its own. */
  Kind ofError(JsonNode error) {
    int status = documents.status(error);
    if (status != 0) {
      return ofStatus(status, error);
    }
    Kind named = documents.kind(error);
    return named == null ? Kind.PROVIDER : named;
  }

  private Kind refused(JsonNode error) {
    Kind named = documents.kind(error);
    return named == null ? Kind.INVALID_REQUEST : named;
  }
}
