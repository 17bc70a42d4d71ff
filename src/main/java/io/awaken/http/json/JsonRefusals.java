package io.awaken.http.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.awaken.core.text.WholeText;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.security.load.BodyRefused;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Explains why a body could not be read. The parser's own messages name classes and are not passed
 * on.
 */
public final class JsonRefusals {

  private static final Pattern DUPLICATE = Pattern.compile("Duplicate field '(.{1,128})'");

  private JsonRefusals() {}

  /** Maps a failure: a refusal, or the failure itself if the client did not cause it. */
  public static IOException of(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BodyRefused body) {
        throw body.refusal().exception();
      }
      if (cause instanceof RefusedException refused) {
        throw refused;
      }
      if (cause instanceof CharacterCodingException) {
        throw Refusal.bad("malformed_text", "the body is not valid UTF-8").exception();
      }
      if (cause instanceof StreamConstraintsException limit) {
        throw limit(limit).exception();
      }
      if (cause.getCause() == null && cause instanceof JsonProcessingException json) {
        throw describe(json, failure).exception();
      }
    }
    return failure;
  }

  private static Refusal describe(JsonProcessingException cause, IOException failure) {
    String field = failure instanceof JsonMappingException mapping ? path(mapping.getPath()) : null;
    if (cause instanceof UnrecognizedPropertyException) {
      return new Refusal(400, "unknown_field", "unknown field: " + field, field, null);
    }
    var duplicate = DUPLICATE.matcher(String.valueOf(cause.getOriginalMessage()));
    if (duplicate.find()) {
      String name = duplicate.group(1);
      return new Refusal(400, "duplicate_field", "field given twice: " + name, name, null);
    }
    if (cause instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return mismatch(mismatch, field);
    }
    return Refusal.bad("malformed_json", "the body is not valid JSON" + at(cause.getLocation()));
  }

  private static Refusal mismatch(MismatchedInputException mismatch, String field) {
    if (field == null) {
      return Refusal.bad("malformed_json", "the body must be one JSON object");
    }
    return Refusal.invalid(field, field + " must be " + kind(mismatch.getTargetType()));
  }

  private static String kind(Class<?> type) {
    if (type == String.class) {
      return "a string";
    }
    if (type == Long.class) {
      return "a whole number";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    return List.class.isAssignableFrom(type) ? "an array" : "an object";
  }

  private static Refusal limit(StreamConstraintsException failure) {
    return failure.getOriginalMessage().contains("nesting depth")
        ? Refusal.bad(
            "too_deep", "the JSON is nested deeper than %d levels".formatted(StrictJson.MAX_DEPTH))
        : Refusal.bad(
            "value_too_long",
            "a string has more than %d characters or a number more than %d digits"
                .formatted(StrictJson.MAX_STRING, StrictJson.MAX_DIGITS));
  }

  static String at(JsonLocation location) {
    return location == null || location.getLineNr() < 0
        ? ""
        : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
  }

  /** The path as on the wire; null for the body itself. */
  private static String path(List<JsonMappingException.Reference> references) {
    var path = new StringBuilder();
    for (var reference : references) {
      if (reference.getFieldName() == null) {
        path.append('[').append(reference.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(reference.getFieldName());
      }
    }
    return path.isEmpty() ? null : WholeText.cut(path.toString(), 128);
  }
}
