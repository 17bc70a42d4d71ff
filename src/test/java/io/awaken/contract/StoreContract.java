package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** What the suites share: stores, samples, and races. */
abstract class StoreContract {
  static final Caller ANN = new Caller("acme", "ann", Set.of("user"));
  static final Caller COLLEAGUE = new Caller("acme", "bob", Set.of());
  static final Caller ANONYMOUS = new Caller("acme", Caller.ANONYMOUS.subject(), Set.of());
  static final Caller STRANGER = new Caller("evil", "eve", Set.of());
  static final RunOutcome ANSWERED =
      new RunOutcome(new TerminationReason.NaturalEnd(), "done", 2, 30, 12);
  static final RunOutcome CANCELLED =
      new RunOutcome(new TerminationReason.Cancelled(), null, 1, 10, 5);

  /** What would widen a query if it were a part of its text. */
  static final List<String> FRAGMENTS =
      List.of("x' or '1'='1", "%", "_", "x\\' or 1=1 --", "'; delete from t; --", "$.*", "*", "?");

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  Stores stores;

  /** Empty stores for one test. */
  protected abstract Stores open();

  @BeforeEach
  void openStores() {
    stores = open();
  }

  static String fresh(String kind) {
    return "%s-%06d".formatted(kind, NUMBERS.incrementAndGet());
  }

  static ThreadId newThread() {
    return newThread(ANN);
  }

  static ThreadId newThread(Caller caller) {
    return new ThreadId(caller.tenant(), fresh("thread"));
  }

  static ClaimToken newToken() {
    return new ClaimToken(fresh("token"));
  }

  static Submission submission(ThreadId thread, ClaimToken claim) {
    return submission(thread, claim, ANN);
  }

  static Submission submission(ThreadId thread, ClaimToken claim, Caller caller) {
    String id = fresh("id");
    var input = List.of(Message.user("in-" + id, "hello"));
    // A job that goes on with another's run is named like the run: ids of both are ordered by time.
    var run = new RunId(id + "-run");
    var job = new JobId(id + "-job");
    // Threads of these suites are shared, so that they say what colleagues do to each other.
    return new Submission(run, thread, job, "helper", caller, null, input, claim)
        .sharing(Sharing.TENANT);
  }

  /** An answer without what it spares the run to read, which a repeated answer lacks. */
  static SubmitResult stored(SubmitResult answer) {
    return answer instanceof SubmitResult.Claimed claimed
        ? new SubmitResult.Claimed(claimed.claim().opening(null), claimed.more())
        : answer;
  }

  Submission queued(ThreadId thread) {
    var submission = submission(thread, null);
    assertThat(stores.mailbox().submit(submission)).isInstanceOf(SubmitResult.Queued.class);
    return submission;
  }

  Claim claimed(ThreadId thread) {
    var result = stores.mailbox().submit(submission(thread, newToken()));
    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    return ((SubmitResult.Claimed) result).claim();
  }

  Claim claimDue() {
    return stores.mailbox().claim(stores.mailbox().due(1).getFirst(), newToken()).orElseThrow();
  }

  List<JobId> dueJobs() {
    return stores.mailbox().due(100).stream().map(Candidate::jobId).toList();
  }

  static Candidate candidate(Submission submission) {
    return new Candidate(submission.jobId(), submission.threadId(), submission.runId());
  }

  static Message answer(Fence fence, String text) {
    var metadata = new MessageMetadata(fence.runId().value(), 1, "helper");
    List<ContentBlock> content = List.of(new ContentBlock.Text(text));
    return new Message(fresh("message"), Role.ASSISTANT, content, List.of(), null, null, metadata);
  }

  static StepCommit step(Segment segment, Message... messages) {
    return aCommit(fresh("commit")).messages(messages).segment(segment).build();
  }

  /** Events with these sequence numbers, as the run of the fence says them. */
  static Segment said(Fence fence, long first, long last) {
    List<StreamEvent> events = new ArrayList<>();
    for (long sequence = first; sequence <= last; sequence++) {
      var cursor = new Cursor(fence.epoch(), sequence);
      events.add(
          new StreamEvent(
              cursor, Instant.ofEpochMilli(1000), new AgentEvent.TextDelta("w" + sequence + " ")));
    }
    return Segment.join(events);
  }

  /** Two steps, the first of them begun twice, of 10 tokens in and 4 out each, and open calls. */
  Fence workedWithOpenCalls(Fence fence) {
    var at = Instant.ofEpochMilli(1000);
    var complete = new AgentEvent.InferenceComplete("m", TokenUsage.of(10, 4), 1);
    var untold = new AgentEvent.InferenceComplete("m", null, 1);
    List<AgentEvent> events =
        List.of(
            new AgentEvent.StepStart("first"),
            new AgentEvent.StepStart("first"),
            complete,
            new AgentEvent.StepStart("second"),
            untold,
            complete);
    List<StreamEvent> said = new ArrayList<>();
    for (AgentEvent event : events) {
      said.add(new StreamEvent(new Cursor(fence.epoch(), said.size() + 1), at, event));
    }
    var arguments = JsonNodeFactory.instance.objectNode();
    List<CallState> calls =
        Stream.of(ToolCallStatus.SUCCEEDED, ToolCallStatus.RUNNING, ToolCallStatus.NEW)
            .map(status -> new CallState(2, status.wire(), "echo", arguments, status, 1))
            .toList();
    var step = aCommit(fresh("commit")).newCalls(calls).segment(Segment.join(said)).build();
    return stores.runCommit().commit(fence, step);
  }

  void assertEndedWithTotalsAndClosedCalls(RunId runId) {
    var run = stores.runs().find(runId).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    assertThat(run.steps()).isEqualTo(2);
    assertThat(run.inputTokens()).isEqualTo(20);
    assertThat(run.outputTokens()).isEqualTo(8);
    assertThat(stores.runs().calls(runId))
        .extracting(CallState::status)
        .containsExactly(
            ToolCallStatus.SUCCEEDED, ToolCallStatus.CANCELLED, ToolCallStatus.CANCELLED);
  }

  void finish(Claim claim) {
    stores.runCommit().finish(claim.fence(), step(null), ANSWERED);
  }

  /** Runs the same work on several threads that start at once; returns what each got. */
  static <T> List<T> race(int racers, Callable<T> work) throws Exception {
    var start = new CountDownLatch(1);
    try (var threads = Executors.newFixedThreadPool(racers)) {
      List<Future<T>> results = new ArrayList<>();
      for (int i = 0; i < racers; i++) {
        results.add(
            threads.submit(
                () -> {
                  start.await();
                  return work.call();
                }));
      }
      start.countDown();
      List<T> got = new ArrayList<>();
      for (Future<T> result : results) {
        got.add(result.get());
      }
      return got;
    } catch (ExecutionException e) {
      throw new AssertionError("a racer failed", e.getCause());
    }
  }
}
