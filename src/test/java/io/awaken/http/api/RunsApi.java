package io.awaken.http.api;

import static io.awaken.http.api.AskingApi.read;
import static io.awaken.http.api.AskingApi.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.api.RunWaitResource.Waited;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.stream.WaitLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The routes of runs and of mailboxes over a node whose one tool asks before it is called. */
final class RunsApi {

  static final Caller OPERATOR = new Caller("default", "olga", Set.of("operators"));
  static final Paging FIRST = new Paging(null, null, null);

  final AskingApi api;
  final TestNode node;
  AdminRole admin = new AdminRole("operators");

  RunsApi() {
    this(AskingNode.APPROVAL);
  }

  /**
   * @param ticket what its one tool asks
   */
  RunsApi(SuspendTicket ticket) {
    api = new AskingApi(ticket);
    node = api.asking.node;
  }

  /** From now on requests are this caller's. */
  RunsApi as(Caller other) {
    api.as(other);
    return this;
  }

  /** An idle thread of the caller's. */
  String thread(String id) {
    node.stores.threads().create(new ThreadId(id), api.caller, null, null, null);
    return id;
  }

  /** A run in the queue. */
  RunId queued(String thread) {
    api.asking.clock.advance(Duration.ofSeconds(1));
    return node.submitter.enqueue(TestNode.request(thread, "pay").by(api.caller)).runId();
  }

  /** A run that waits for a decision. */
  RunId waiting(String thread) {
    RunId run = queued(thread);
    api.asking.goOn();
    return run;
  }

  JsonNode background(String body, String key) {
    RunsResource runs = api.runs();
    return wire(runs.background.begin(runs.wanted(read(body, CreateRun.class), key)));
  }

  JsonNode list(RunPage.Query query) {
    return wire(api.runs().page(query));
  }

  JsonNode ofThread(String thread, String status, Paging paging) {
    return wire(threadRuns().page(thread, status, paging));
  }

  JsonNode latest(String thread) {
    return wire(threadRuns().newest(thread));
  }

  JsonNode active(String thread) {
    return wire(threadRuns().open(thread));
  }

  private ThreadRunsResource threadRuns() {
    var resource = new ThreadRunsResource();
    resource.threads = node.stores.threads();
    resource.runs = node.stores.runs();
    resource.suspensions = node.stores.suspensions();
    resource.security = KnownCallers.of(api.caller);
    return resource;
  }

  JsonNode summary() {
    var resource = new RunSummaryResource();
    resource.runs = node.stores.runs();
    resource.admin = admin;
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.summary());
  }

  JsonNode send(String thread, String body, String key) {
    var resource = new ThreadMessagesResource();
    resource.threads = node.stores.threads();
    resource.background = api.background();
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.sent(thread, key, read(body, SendMessages.class)));
  }

  JsonNode input(String run, String body, String key) {
    var resource = new RunInputsResource();
    resource.runs = node.stores.runs();
    resource.threads = node.stores.threads();
    resource.background = api.background();
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.sent(run, key, read(body, SendInputs.class)));
  }

  JsonNode push(String thread, String body, String key) {
    return wire(mailbox().pushed(thread, key, read(body, PushJob.class)));
  }

  JsonNode jobs(String thread, String status, Paging paging) {
    return wire(mailbox().page(thread, status, paging));
  }

  JsonNode redrive(String thread, String job, String key) {
    return wire(mailbox().redriven(thread, job, key));
  }

  private ThreadMailboxResource mailbox() {
    var resource = new ThreadMailboxResource();
    resource.threads = node.stores.threads();
    resource.jobs = node.stores.mailbox();
    resource.submitter = node.submitter;
    resource.background = api.background();
    resource.admin = admin;
    resource.security = KnownCallers.of(api.caller);
    return resource;
  }

  JsonNode allJobs(String status) {
    var resource = new MailboxResource();
    resource.jobs = node.stores.mailbox();
    resource.admin = admin;
    resource.security = KnownCallers.of(api.caller);
    return wire(resource.page(status, FIRST));
  }

  SystemResource system() {
    var plugins = PluginSet.of(List.of(), List.of(new TestPlugin("later", parts -> {})));
    var registry = new RegistrySnapshot(Map.of(), Map.of(), Map.of(), Map.of(), plugins);
    var resource = new SystemResource();
    resource.registry = () -> registry;
    resource.admin = admin;
    resource.security = KnownCallers.of(api.caller);
    return resource;
  }

  /** Begins to wait; what is to be done at once is done. */
  CompletableFuture<Waited> await(String run, String timeout) {
    var resource = new RunWaitResource();
    resource.runs = node.stores.runs();
    resource.suspensions = node.stores.suspensions();
    resource.streams = api.streams;
    resource.limit = new WaitLimit(Duration.ofSeconds(60));
    resource.ids = new CountingIds("e");
    resource.security = KnownCallers.of(api.caller);
    var answer = resource.awaited(run, timeout).toCompletableFuture();
    api.threads.runAll();
    return answer;
  }

  /** Lets time pass, and those look who wanted to. */
  void pass(Duration time) {
    api.timer.advance(time);
    api.threads.runAll();
  }

  /** Gives the run up that is due next; its job. */
  String giveUp() {
    MailboxStore store = node.stores.mailbox();
    var claim =
        store
            .claim(store.due(1).getFirst(), new io.awaken.core.run.ClaimToken("given-up"))
            .orElseThrow();
    store.nack(claim.fence(), "Broken: for good", true);
    return claim.fence().jobId().value();
  }
}
