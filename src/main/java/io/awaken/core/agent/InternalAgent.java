package io.awaken.core.agent;

import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Map;

/**
 * An agent of the server itself, with a model that calls no provider. It is not listed, and only
 * the server starts runs of it (features row 1103). Immutable.
 *
 * @param spec the agent; null when it is disabled and only earlier runs continue
 * @param model its model
 * @param executor the executor of the model's provider
 */
public record InternalAgent(AgentSpec spec, ModelSpec model, LlmExecutor executor) {

  /**
   * Prefix of the ids of such agents, models and providers; external ids cannot contain this
   * character.
   */
  public static final String MARK = "#";

  /**
   * @throws IllegalArgumentException when an id lacks the prefix
   */
  public InternalAgent {
    if (spec != null && !named(spec.id()) || !named(model.id()) || !named(model.providerId())) {
      throw new IllegalArgumentException("ids of internal agents begin with " + MARK);
    }
  }

  /** Whether the id is of an internal agent. */
  public static boolean named(String id) {
    return id != null && id.startsWith(MARK);
  }

  /** Hides the agent from everyone except the server itself. */
  public static ResolveException hidden(String id) {
    return new ResolveException(new ResolveError.AgentNotFound(id));
  }

  Map<String, AgentSpec> agents() {
    return spec == null ? Map.of() : Map.of(spec.id(), spec);
  }
}
