package io.awaken.core.agent;

import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Map;

/**
 * An agent that the server itself brings, with a model of its own that calls no provider. It is in
 * no list, and only requests of the server itself begin runs of it (features row 1103). Immutable.
 *
 * @param spec the agent; null where it is switched off, so that earlier runs can continue
 * @param model its model
 * @param executor answers for it; the provider has the model's provider id
 */
public record InternalAgent(AgentSpec spec, ModelSpec model, LlmExecutor executor) {

  /** Ids of such agents, models and providers begin so; no id from outside has this character. */
  public static final String MARK = "#";

  /**
   * @throws IllegalArgumentException when an id does not say that it is internal
   */
  public InternalAgent {
    if (spec != null && !named(spec.id()) || !named(model.id()) || !named(model.providerId())) {
      throw new IllegalArgumentException("ids of internal agents begin with " + MARK);
    }
  }

  /** Whether an id is one of an internal agent. */
  public static boolean named(String id) {
    return id != null && id.startsWith(MARK);
  }

  /** To others than the server itself there is no such agent. */
  public static ResolveException hidden(String id) {
    return new ResolveException(new ResolveError.AgentNotFound(id));
  }

  Map<String, AgentSpec> agents() {
    return spec == null ? Map.of() : Map.of(spec.id(), spec);
  }
}
