package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The question of a suspended call.
 *
 * @param id names the question within its run; the runtime makes it unique there, null asks for one
 * @param action what kind of answer is wanted, for example {@code tool:PermissionConfirm}
 * @param message the question, for people
 * @param parameters what a front end needs to show it; null for nothing
 * @param responseSchema JSON schema that the payload of a decision to resume must fit; null for any
 */
public record Suspension(
    String id, String action, String message, JsonNode parameters, JsonNode responseSchema) {

  /** The same question under another id. */
  public Suspension withId(String other) {
    return new Suspension(other, action, message, parameters, responseSchema);
  }

  /** The same question whose answer must fit a schema. */
  public Suspension withResponseSchema(JsonNode schema) {
    return new Suspension(id, action, message, parameters, schema);
  }
}
