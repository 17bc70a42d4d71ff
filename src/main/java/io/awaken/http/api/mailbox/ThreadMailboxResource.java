package io.awaken.http.api.mailbox;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.job.JobList;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.RunService;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.run.AcceptedView;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;

/** The queue of a thread. */
@Path("threads/{id}/mailbox")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadMailboxResource {

  /** The only field of a job. */
  private static final FieldNames PAYLOAD = FieldNames.NATIVE.messages(index -> "payload");

  @Inject ThreadStore threads;
  @Inject JobList jobs;
  @Inject RunStore runs;
  @Inject RunService service;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  /** Returns a page of the thread's jobs in any state, newest first. */
  @GET
  @Route(
      name = "listThreadJobs",
      summary = "The jobs of a thread in any state, newest first.",
      answers = @Answer(JobsView.class),
      refuses = "404 thread_not_found")
  public JobsView list(
      @PathParam("id") String id,
      @Described(
              value = "Those in this state only.",
              values = {"queued", "claimed", "accepted", "dead_letter", "superseded", "cancelled"})
          @QueryParam("status")
          String status,
      @BeanParam Paging paging) {
    Caller caller = Callers.of(security);
    ThreadId thread = find(id, caller, ThreadAction.READ).id();
    return JobsView.of(jobs, caller, thread, status, paging, admin.has(caller));
  }

  /** Queues a job; its run starts in its turn. */
  @POST
  @Route(
      name = "pushJob",
      summary = "Queues a job for a thread; its run starts in its turn.",
      answers = @Answer(status = 201, value = Job.class),
      refuses = {
        "404 thread_not_found",
        "409 duplicate queue_full thread_full idempotency_conflict",
        "410 run_deleted",
        "413 message_too_large",
        "429 too_many_submits"
      })
  @Consumes(MediaType.APPLICATION_JSON)
  public Response push(
      @PathParam("id") String id,
      @HeaderParam(IdempotencyHeader.NAME) String key,
      PushJob body,
      @Context UriInfo uri) {
    Job job = pushed(id, key, body);
    URI run = uri.getBaseUriBuilder().path("runs").path(job.runId().value()).build();
    return Response.created(run).entity(job).build();
  }

  Job pushed(String id, String key, PushJob body) {
    Caller caller = Callers.of(security);
    PushJob wanted = Bodies.required(body);
    ThreadRecord thread = find(id, caller, ThreadAction.WRITE);
    var request =
        wanted
            .toRequest(
                () -> DefaultAgent.ofThread(wanted.agentId(), thread, runs, caller, PAYLOAD),
                thread.id(),
                caller)
            .once(
                IdempotencyHeader.of(key, "POST /v1/threads/" + thread.id() + "/mailbox", wanted));
    AcceptedView accepted = AcceptedView.inBackground(service, request, PAYLOAD);
    return new Job(accepted.jobId(), accepted.runId(), accepted.threadId());
  }

  /** Creates a new run from a dead letter. */
  @POST
  @Route(
      name = "redriveJob",
      summary = "Creates a new run from a dead letter.",
      answers = @Answer(status = 202, value = Job.class),
      refuses = {
        "403 forbidden unusable_caller",
        "404 thread_not_found job_not_found",
        "409 not_dead no_input queue_full",
        "429 too_many_submits"
      })
  @Path("{job}/redrive")
  public Response redrive(
      @PathParam("id") String id,
      @Described(value = "The job.", max = Ids.MAX_LENGTH) @PathParam("job") String job,
      @HeaderParam(IdempotencyHeader.NAME) String key) {
    return Response.accepted(redriven(id, job, key)).build();
  }

  Job redriven(String id, String job, String key) {
    Caller caller = Callers.of(security);
    ThreadId thread = find(id, caller, ThreadAction.WRITE).id();
    JobId dead = PathIds.job(job);
    String once = IdempotencyHeader.idOf(key, caller, "redrive", thread.value(), dead.value());
    var next = service.redrive(thread, dead, caller, admin.has(caller), once);
    return new Job(next.jobId(), next.runId(), thread);
  }

  private ThreadRecord find(String id, Caller caller, ThreadAction action) {
    return PathIds.thread(id, caller, threads, action);
  }

  /** A queued job and its run. */
  record Job(@Required JobId jobId, @Required RunId runId, @Required ThreadId threadId) {}
}
