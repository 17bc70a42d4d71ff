package io.awaken.http.api;

import io.awaken.core.spec.AgentSpec;
import io.awaken.http.openapi.Required;
import java.util.List;

/** The agents a client may name. Prompts and tools stay inside (attack S45). */
record AgentsView(@Required List<Agent> items, int total) {

  /** An agent as clients see it. */
  record Agent(@Required String id, String description, @Required String model) {}

  static AgentsView of(List<AgentSpec> specs) {
    var agents =
        specs.stream()
            .map(spec -> new Agent(spec.id(), spec.description(), spec.modelId()))
            .toList();
    return new AgentsView(agents, agents.size());
  }
}
