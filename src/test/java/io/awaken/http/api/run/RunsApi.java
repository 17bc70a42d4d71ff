package io.awaken.http.api.run;

import static io.awaken.http.api.run.AskingApi.read;
import static io.awaken.http.api.run.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.mailbox.MailboxApi;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.run.RunsResource.Waited;
import io.awaken.http.api.thread.ThreadActions;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The routes of runs and of mailboxes over a node whose one tool asks before it is called. */
public final class RunsApi {

  public static final Caller OPERATOR = new Caller("default", "olga", Set.of("operators"));
  public static final Paging FIRST = new Paging(null, null, null);

  public final AskingApi api;
  public final TestNode node;
  public AdminRole admin = new AdminRole("operators");

  public RunsApi() {
    this(AskingNode.APPROVAL);
  }

  /**
   * @param ticket the question of its tool
   */
  public RunsApi(SuspendTicket ticket) {
    api = new AskingApi(ticket);
    node = api.asking.node;
  }

  /** Sets the caller of further requests. */
  public RunsApi as(Caller other) {
    api.as(other);
    return this;
  }

  /** An idle thread of the caller's. */
  public String thread(String id) {
    node.stores.threads().create(new ThreadId(id), api.caller, null, null, null, Sharing.TENANT);
    return id;
  }

  /** A run in the queue. */
  public RunId queued(String thread) {
    api.asking.clock.advance(Duration.ofSeconds(1));
    return node.enqueue(TestNode.request(thread, "pay").by(api.caller)).runId();
  }

  /** A run that waits for a decision. */
  public RunId waiting(String thread) {
    RunId run = queued(thread);
    api.asking.goOn();
    return run;
  }

  public JsonNode background(String body, String key) {
    return begin(api.runs(), body, key);
  }

  public JsonNode list(RunParameters parameters) {
    return wire(api.runs().list(parameters));
  }

  /** The first page without a filter. */
  public static JsonNode first(RunsResource runs) {
    return wire(runs.list(new RunParameters()));
  }

  /** Starts a run in the background. */
  public static JsonNode begin(RunsResource runs, String body, String key) {
    return wire(runs.begun(runs.wanted(read(body, CreateRun.class), key)));
  }

  public JsonNode ofThread(String thread, String status, Paging paging) {
    return wire(threadRuns().list(thread, status, paging));
  }

  public JsonNode latest(String thread) {
    return wire(threadRuns().latest(thread));
  }

  public JsonNode active(String thread) {
    return wire(threadRuns().active(thread));
  }

  private ThreadRunsResource threadRuns() {
    var resource = new ThreadRunsResource();
    resource.threads = node.stores.threads();
    resource.runs = node.stores.runs();
    resource.suspensions = node.stores.suspensions();
    resource.security = KnownCallers.of(api.caller);
    return resource;
  }

  public JsonNode summary() {
    return wire(runs().summarize());
  }

  public JsonNode send(String thread, String body, String key) {
    return new ThreadActions(api).send(thread, body, key);
  }

  public JsonNode input(String run, String body, String key) {
    return wire(runs().sent(run, key, read(body, SendInputs.class)));
  }

  public JsonNode push(String thread, String body, String key) {
    return new MailboxApi(this).push(thread, body, key);
  }

  public JsonNode jobs(String thread, String status, Paging paging) {
    return new MailboxApi(this).jobs(thread, status, paging);
  }

  public JsonNode redrive(String thread, String job, String key) {
    return new MailboxApi(this).redrive(thread, job, key);
  }

  public JsonNode allJobs(String status) {
    return new MailboxApi(this).all(status);
  }

  /** Starts a wait; immediate work is done. */
  public CompletableFuture<Waited> await(String run, String timeout) {
    var answer = runs().awaited(run, timeout).toCompletableFuture();
    api.threads.runAll();
    return answer;
  }

  RunsResource runs() {
    RunsResource resource = api.runs();
    resource.admin = admin;
    return resource;
  }

  /** Advances time and runs due polls. */
  public void pass(Duration time) {
    api.timer.advance(time);
    api.threads.runAll();
  }

  /** Dead-letters the next due run and returns its job. */
  public String giveUp() {
    MailboxStore store = node.stores.mailbox();
    var claim =
        store
            .claims()
            .claim(store.claims().due(1).getFirst(), new io.awaken.core.run.ClaimToken("given-up"))
            .orElseThrow();
    store.leases().nack(claim.fence(), "Broken: for good", true);
    return claim.fence().jobId().value();
  }
}
