package io.awaken.http.api.run;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.PathIds;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The stored state of a run and its thread (features rows 54, 55, 163). */
@Path("runs/{id}/state")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class RunStateResource {

  /** A run's progress and owner: no content of the conversation. */
  private static final Set<String> LIFE =
      Set.of(
          RuntimeKeys.RUN_LIFECYCLE.name(),
          RuntimeKeys.ACTIVE_AGENT.name(),
          RuntimeKeys.WORKING_AGENT.name());

  /** Written by clients, for clients. */
  private static final String SHARED = RuntimeKeys.SHARED_STATE.name();

  @Inject RunStore runs;
  @Inject ThreadStore threads;
  @Inject Supplier<RegistrySnapshot> registry;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  @GET
  @Route(
      name = "getRunState",
      summary =
          "The state of a run as of its last commit: values for clients and the run's"
              + " progress; for operators all values.",
      answers = @Answer(RunStateView.class),
      refuses = "404 run_not_found")
  public Response get(@PathParam("id") String id) {
    return Response.ok(view(id)).build();
  }

  RunStateView view(String id) {
    Caller caller = Callers.of(security);
    RunRecord run = PathIds.run(id, caller, runs);
    return RunStateView.of(run, threads.state(run.threadId(), run.runId()), shownTo(caller));
  }

  private Predicate<String> shownTo(Caller caller) {
    if (admin.has(caller)) {
      return key -> true;
    }
    Set<String> visible = registry.get().plugins().clientVisibleKeys();
    return key -> LIFE.contains(key) || key.equals(SHARED) || visible.contains(key);
  }
}
