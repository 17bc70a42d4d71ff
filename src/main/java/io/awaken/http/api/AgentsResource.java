package io.awaken.http.api;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.function.Supplier;

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
  public Response list() {
    return Response.ok(AgentsView.of(registry.get().agentList())).build();
  }
}
