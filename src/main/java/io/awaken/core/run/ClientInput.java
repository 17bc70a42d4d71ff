package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a client sends with a run besides messages and tools. Stored with the run, so that a run
 * that is restarted after a crash starts from the same input. Immutable; the tree must not be
 * modified.
 *
 * @param instructions for the model, below the agent's own prompt; null for none
 * @param state the shared state, an object, which replaces the stored one; null for no change
 * @param informed whether the client has the stored shared state, so that the run does not publish
 *     it before it changes
 */
public record ClientInput(
    String instructions,
    JsonNode state,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean informed) {

  public static final ClientInput NONE = new ClientInput(null, null, false);

  /** Whether the request contained a shared state. */
  @JsonIgnore
  public boolean hasState() {
    return state != null || informed;
  }

  /** A copy without the state, for a run that takes over from one that stored it. */
  public ClientInput withoutState() {
    return new ClientInput(instructions, null, false);
  }
}
