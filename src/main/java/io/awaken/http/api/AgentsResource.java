package io.awaken.http.api;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.spec.AgentSpec;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The agents that runs may name. */
@Path("agents")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class AgentsResource {

  @Inject Supplier<RegistrySnapshot> registry;

  @GET
  @Route(
      name = "listAgents",
      summary = "The agents that runs may name.",
      answers = @Answer(AgentsView.class))
  public AgentsView list() {
    return AgentsView.of(registry.get().agentList());
  }

  /** The agents a client may name. Prompts and tools stay inside (attack S45). */
  @Schema(name = "AgentsView")
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
}
