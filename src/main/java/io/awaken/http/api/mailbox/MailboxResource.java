package io.awaken.http.api.mailbox;

import io.awaken.core.run.Caller;
import io.awaken.core.store.job.JobList;
import io.awaken.core.store.job.JobStatus;
import io.awaken.http.api.request.Paging;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;

/** The jobs of all threads of the operator's tenant. */
@Path("mailbox")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class MailboxResource {

  @Inject JobList jobs;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  /** Returns a page of jobs, newest first; by default dead letters. */
  @GET
  @Route(
      name = "listJobs",
      summary = "The jobs of all threads of the operator's tenant, newest first.",
      answers = @Answer(JobsView.class),
      refuses = "403 forbidden unusable_caller")
  public JobsView list(
      @Described(
              value = "Those in this state; by default dead letters.",
              values = {"queued", "claimed", "accepted", "dead_letter", "superseded", "cancelled"},
              fallback = "dead_letter")
          @QueryParam("status")
          String status,
      @BeanParam Paging paging) {
    Caller caller = Callers.of(security);
    admin.require(caller);
    String chosen = status == null ? JobStatus.DEAD_LETTER.wire() : status;
    return JobsView.of(jobs, caller, null, chosen, paging, true);
  }
}
