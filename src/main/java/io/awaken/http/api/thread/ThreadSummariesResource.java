package io.awaken.http.api.thread;

import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/**
 * Summaries of the threads that the caller may read. Not a method of {@link ThreadsResource}: one
 * server would take other methods of this path for those of a thread with this id.
 */
@Path("threads/summaries")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadSummariesResource {

  @Inject ThreadStore threads;
  @Context SecurityContext security;

  /** Returns a page of summaries, newest first, in one query. */
  @GET
  @Route(
      name = "listThreadSummaries",
      summary = "Summaries of the threads that the caller may read, newest first.",
      answers = @Answer(value = ThreadsView.class, of = ThreadsView.Summary.class))
  public ThreadsView<ThreadsView.Summary> list(@BeanParam ThreadParameters parameters) {
    return ThreadsView.of(parameters, Callers.of(security), threads, ThreadsView.Summary::of);
  }
}
