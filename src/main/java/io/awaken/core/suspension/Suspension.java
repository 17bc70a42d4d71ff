package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The question of a suspended call.
 *
 * @param id id of the question, made unique within its run by the runtime; null for a new one
 * @param action the kind of answer, for example {@code tool:PermissionConfirm}
 * @param message the question, for people
 * @param parameters data for showing it in a front end; null for none
 * @param responseSchema JSON schema of the payload of a decision to resume; null for any
 */
public record Suspension(
    String id, String action, String message, JsonNode parameters, JsonNode responseSchema) {

  /** A copy with another id. */
  public Suspension withId(String other) {
    return new Suspension(other, action, message, parameters, responseSchema);
  }

  /** A copy with a schema of the answer. */
  public Suspension withResponseSchema(JsonNode schema) {
    return new Suspension(id, action, message, parameters, schema);
  }
}
