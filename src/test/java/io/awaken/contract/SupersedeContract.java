package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
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
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.CutDecision.CutRefusal;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.ThreadStore.ClientMessage;
import io.awaken.core.store.thread.ThreadStore.Place;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that takes messages out of its thread's conversation when it begins. */
@Rows(902)
public abstract class SupersedeContract extends SuspendingContract {

  private final ThreadId thread = newThread();

  /** Asks and answers, as messages with these ids; a name that begins with a c calls a tool. */
  private Fence said(Caller caller, String question, String... answers) {
    var input = List.of(Message.user(question, question));
    Claim claim = begun(run(input, newToken(), caller));
    List<Message> said = Stream.of(answers).map(id -> message(id)).toList();
    stores.runCommit().finish(claim.fence(), step(null, said.toArray(Message[]::new)), ANSWERED);
    return claim.fence();
  }

  private static Message message(String id) {
    List<ContentBlock> text = List.of(new ContentBlock.Text(id));
    return switch (id.charAt(0)) {
      case 'c' -> {
        var call = new ToolCall("call-" + id, "echo", PARIS);
        yield new Message(id, Role.ASSISTANT, text, List.of(call), null, null, null);
      }
      case 'r' -> Message.tool(id, "call-c" + id.substring(1), id, null);
      case 's' -> new Message(id, Role.SYSTEM, text, List.of(), null, null, null);
      default -> new Message(id, Role.ASSISTANT, text, List.of(), null, null, null);
    };
  }

  private Submission run(List<Message> input, ClaimToken claim, Caller caller) {
    String id = fresh("id");
    var run = new RunId("run-" + id);
    return new Submission(run, thread, new JobId("job-" + id), "helper", caller, null, input, claim)
        .sharing(Sharing.TENANT);
  }

  private Submission edit(String superseded, String as) {
    return run(List.of(Message.user(as, as)), newToken(), ANN)
        .asking(spec -> spec.superseding(superseded));
  }

  private Submission again(String superseded) {
    return run(List.of(), newToken(), ANN).asking(spec -> spec.superseding(superseded));
  }

  private Claim begun(Submission submission) {
    var result = stores.mailbox().submit(submission);
    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    return ((SubmitResult.Claimed) result).claim();
  }

  private List<String> history() {
    return stores.threads().history(thread).stream().map(Message::id).toList();
  }

  private List<StoredMessage> page(Filter filter) {
    return stores.threads().messages(new MessageQuery(thread, filter, false, null, 0, 99)).items();
  }

  @Test
  void theMessageAndAllBehindItAreNotReadAnyMore() {
    said(ANN, "q1", "a1");
    said(ANN, "q2", "a2");
    Claim claim = begun(edit("q2", "q2b"));
    assertThat(history()).containsExactly("q1", "a1", "q2b");

    stores.runCommit().finish(claim.fence(), step(null, message("a2b")), ANSWERED);
    assertThat(history()).containsExactly("q1", "a1", "q2b", "a2b");
    assertThat(claim.supersedes()).isEqualTo("q2");
  }

  @Test
  void theyAreKeptAndListedOnRequest() {
    said(ANN, "q1", "a1");
    begun(edit("a1", "q2"));

    assertThat(page(Filter.ALL)).extracting(StoredMessage::sequence).containsExactly(1L, 3L);
    var all = page(Filter.ALL.withSuperseded());
    assertThat(all).extracting(StoredMessage::sequence).containsExactly(1L, 2L, 3L);
    assertThat(all).extracting(StoredMessage::superseded).containsExactly(false, true, false);
    var query = new MessageQuery(thread, Filter.ALL.withSuperseded(), true, 3L, 0, 1);
    assertThat(stores.threads().messages(query).total()).isEqualTo(3);
    assertThat(stores.threads().find(thread).orElseThrow().messageCount()).isEqualTo(3);
  }

  @Test
  void theWindowCountsNeitherTheirNumberNorTheirBytes() {
    said(ANN, "q1", "a1");
    said(ANN, "q2", "a2");
    said(ANN, "q3", "s1", "a3");
    begun(edit("q2", "q4"));

    var two = stores.threads().window(thread, 0, new WindowLimits(1 << 20, 2));
    assertThat(two.newest()).extracting(Message::id).containsExactly("a1", "q4");
    assertThat(two.system()).isEmpty();
    assertThat(two.leftOut()).isEqualTo(1);
    assertThat(two.superseded()).isPositive();
    assertThat(stores.threads().window(thread, 0, WindowLimits.DEFAULT).leftOut()).isZero();
    assertThat(stores.threads().window(thread, 1, WindowLimits.DEFAULT).newest())
        .extracting(Message::id)
        .containsExactly("a1", "q4");
  }

  @Test
  @Rows({237, 239})
  void aClientFindsItsMessageByItsOwnId() {
    said(ANN, "q1", "a1");
    said(ANN, "ui-q2", "a2");
    said(ANN, "q_3", "a3");
    finish(begun(edit("q_3", "ui-q_3~1")));
    finish(begun(edit("ui-q_3~1", "ui-q_3~2")));
    said(ANN, "q44", "twice");
    said(ANN, "q5", "twice");

    assertThat(ofClient("q1")).contains(new ClientMessage("q1", 1));
    assertThat(ofClient("q2")).contains(new ClientMessage("ui-q2", 3));
    assertThat(ofClient("ui-q2")).isEmpty();
    assertThat(ofClient("q_3")).contains(new ClientMessage("ui-q_3~2", 8));
    assertThat(ofClient("q%3")).isEmpty();
    assertThat(ofClient("qx3")).isEmpty();
    assertThat(ofClient("q4")).isEmpty();
    assertThat(ofClient("a3")).isEmpty();
    assertThat(ofClient("twice")).contains(new ClientMessage("twice", 12));
    assertThat(stores.threads().ofClient(newThread(), "q1")).isEmpty();
  }

  private Optional<ClientMessage> ofClient(String id) {
    return stores.threads().ofClient(thread, id);
  }

  @Test
  @Rows(153)
  void aCurrentMessageHasAPlaceWithThoseThatAreSupersededBeforeIt() {
    said(ANN, "q1", "a1");
    said(ANN, "q2", "a2");
    finish(begun(edit("a1", "q3")));
    said(ANN, "q4", "twice");
    Claim claim = begun(edit("q4", "q5"));
    stores.runCommit().finish(claim.fence(), step(null, message("twice")), ANSWERED);
    said(ANN, "q6", "same", "same");

    assertThat(place("q1", 0)).contains(new Place(1, 0));
    assertThat(place("a1", 0)).isEmpty();
    assertThat(place("q3", 0)).contains(new Place(5, 3));
    assertThat(place("q3", 4)).contains(new Place(5, 3));
    assertThat(place("q3", 5)).isEmpty();
    assertThat(place("twice", 0)).contains(new Place(9, 5));
    assertThat(place("q6", 0)).contains(new Place(10, 5));
    assertThat(place("same", 0)).isEmpty();
    assertThat(stores.threads().place(newThread(), "q1", 0)).isEmpty();
    var behind = stores.threads().window(thread, 5, WindowLimits.DEFAULT);
    assertThat(behind.supersededUpTo(5, 12)).isEqualTo(3);
  }

  private Optional<Place> place(String messageId, long after) {
    return stores.threads().place(thread, messageId, after);
  }

  @Test
  void anAnswerIsGivenAnewWithoutAMessage() {
    said(ANN, "q1", "c1", "r1", "a1");
    Claim claim = begun(again("a1"));
    stores.runCommit().finish(claim.fence(), step(null, message("a1b")), ANSWERED);
    assertThat(history()).containsExactly("q1", "c1", "r1", "a1b");

    finish(begun(again("c1")));
    assertThat(history()).containsExactly("q1");
    finish(begun(edit("q1", "q2")));
    assertThat(history()).containsExactly("q2");
  }

  @ParameterizedTest
  @CsvSource({
    "gone, NOT_FOUND",
    "a1, NOT_FOUND",
    "q1b, NOTHING_TO_ANSWER",
    "r2, RESULT",
    "s0, NOTHING_TO_ANSWER"
  })
  void whatCannotBeSupersededIsRefusedAndNothingIsWritten(String message, CutRefusal why) {
    said(ANN, "q0", "a0", "s0");
    said(ANN, "q1", "a1");
    Fence edited = begun(edit("q1", "q1b")).fence();
    var more = step(null, message("c2"), message("r2"), message("a2"));
    stores.runCommit().finish(edited, more, ANSWERED);
    List<String> before = history();
    int jobs = stores.jobs().size();

    assertThat(stores.mailbox().submit(again(message))).isEqualTo(SubmitResult.Refused.notCut(why));
    assertThat(stores.mailbox().submit(again(message).unclaimed()))
        .isEqualTo(SubmitResult.Refused.notCut(why));
    assertThat(history()).isEqualTo(before);
    assertThat(stores.jobs()).hasSize(jobs);
  }

  @Test
  void messagesOfOtherThreadsAndThreadsThatAreNotThereAreNotFound() {
    said(ANN, "q1", "a1");
    Submission elsewhere =
        submission(newThread(), newToken()).asking(spec -> spec.superseding("q1"));
    var notFound = SubmitResult.Refused.notCut(CutRefusal.NOT_FOUND);
    assertThat(stores.mailbox().submit(elsewhere)).isEqualTo(notFound);
    assertThat(stores.threads().find(elsewhere.threadId())).isEmpty();

    Submission strangers =
        submission(thread, newToken(), STRANGER).asking(spec -> spec.superseding("q1"));
    assertThat(stores.mailbox().submit(strangers))
        .isEqualTo(SubmitResult.Refused.threadNotFound(strangers.threadId()));
  }

  @Test
  void anOpenRunRefusesItOrGivesWay() {
    said(ANN, "q1", "a1");
    Fence open = claimed(thread).fence();
    assertThat(stores.mailbox().submit(edit("q1", "q2")))
        .isEqualTo(SubmitResult.Refused.busy(open.runId()));

    Submission interrupting = edit("q1", "q2").as(SubmitMode.INTERRUPT);
    assertThat(stores.mailbox().submit(interrupting))
        .isEqualTo(new SubmitResult.Queued(interrupting.jobId(), open.runId()));
    assertThat(history()).startsWith("q1", "a1");
    stores.runCommit().finish(open, step(null, message("a3")), CANCELLED);

    assertThat(claimDue().supersedes()).isEqualTo("q1");
    assertThat(history()).containsExactly("q2");
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERRUPT", "REJECT"})
  void aRunThatWaitsGivesWayOrKeepsItsThread(SubmitMode mode) {
    said(ANN, "q1", "a1");
    Fence waits = waiting(thread, "c-1");
    var result = stores.mailbox().submit(edit("q1", "q2").as(mode));
    if (mode == SubmitMode.REJECT) {
      assertThat(result).isEqualTo(SubmitResult.Refused.busy(waits.runId()));
      assertThat(history()).startsWith("q1", "a1");
    } else {
      assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
      assertThat(history()).containsExactly("q2");
    }
  }

  @Test
  void aRunWhoseMessageIsGoneWhenItsTurnComesEndsWithTheReason() {
    said(ANN, "q1", "a1");
    Submission first = edit("q1", "q2").unclaimed().as(SubmitMode.QUEUE);
    Submission second = edit("a1", "q3").unclaimed().as(SubmitMode.QUEUE);
    stores.mailbox().submit(first);
    stores.mailbox().submit(second);
    finish(claimDue());

    assertThat(stores.mailbox().claim(candidate(second), newToken())).isEmpty();
    assertThat(history()).containsExactly("q2");
    assertThat(stores.jobs().get(second.jobId())).isEqualTo(JobStatus.DEAD_LETTER);
    assertThat(stores.lastError(second.jobId())).startsWith("message_not_found: ");
    var ended = stores.runs().find(second.runId()).orElseThrow();
    assertThat(ended.status()).isEqualTo(RunStatus.DONE);
    assertThat(ended.termination()).isEqualTo(CutRefusal.NOT_FOUND.ending());
    assertThat(ended.termination()).isInstanceOf(TerminationReason.Error.class);
    assertThat(stores.threads().find(thread).orElseThrow().openRunId()).isNull();
  }

  @Test
  void theNextClaimOfTheRunKnowsWhatItSupersededAndSupersedesNothingMore() {
    said(ANN, "q1", "a1");
    Submission same = edit("q1", "q1");
    Claim first = begun(same);
    assertThat(stores.mailbox().submit(same)).isEqualTo(new SubmitResult.Claimed(first, false));

    stores.mailbox().release(first.fence());
    Claim second = claimDue();
    assertThat(second.supersedes()).isEqualTo("q1");
    assertThat(history()).containsExactly("q1");
    assertThat(page(Filter.ALL)).extracting(StoredMessage::sequence).containsExactly(3L);
  }

  @Test
  void whoSpokeToWhatIsSupersededOrAnsweredAnewHasSpokenToTheRun() {
    said(COLLEAGUE, "q1", "a1");
    Claim anew = begun(again("a1"));
    assertThat(stores.runs().senders(anew.runId())).containsExactlyInAnyOrder("ann", "bob");
    stores.runCommit().finish(anew.fence(), step(null, message("a2")), ANSWERED);

    var boss = new Caller("acme", "boss", ANN.roles());
    Claim third = begun(run(List.of(), newToken(), boss).asking(spec -> spec.superseding("a2")));
    assertThat(stores.runs().senders(third.runId()))
        .containsExactlyInAnyOrder("ann", "bob", "boss");
    finish(third);

    Claim edited = begun(edit("q1", "q2"));
    assertThat(stores.runs().senders(edited.runId())).containsExactlyInAnyOrder("ann", "bob");
  }

  @Test
  void oneOfTwoThatSupersedeTheSameMessageAtTheSameTimeBegins() throws Exception {
    said(ANN, "q1", "a1");
    var results =
        race(4, () -> stores.mailbox().submit(edit("q1", fresh("q")).as(SubmitMode.REJECT)));
    assertThat(results).filteredOn(SubmitResult.Claimed.class::isInstance).hasSize(1);
    assertThat(history()).hasSize(1);
    assertThat(page(Filter.ALL.withSuperseded())).hasSize(3);
  }

  @Test
  void aJobInTheDeadLetterThatHasSupersededSomethingDoesNotDoSoAgainWhenItIsTriedAgain() {
    said(ANN, "q1", "a1");
    Submission first = edit("a1", "q2").unclaimed().as(SubmitMode.QUEUE);
    stores.mailbox().submit(first);
    stores.mailbox().nack(claimDue().fence(), "broken", true);

    stores.mailbox().redrive(redrive(first));
    assertThat(claimDue().supersedes()).isNull();
    assertThat(history()).hasSize(3).startsWith("q1", "q2");
  }

  @Test
  void aJobInTheDeadLetterThatHasSupersededNothingDoesSoWhenItIsTriedAgain() {
    said(ANN, "q1", "a1");
    Submission first = edit("q1", "q2").unclaimed().as(SubmitMode.QUEUE);
    Submission second = edit("a1", "q3").unclaimed().as(SubmitMode.QUEUE);
    stores.mailbox().submit(first);
    stores.mailbox().submit(second);
    finish(claimDue());
    stores.mailbox().claim(candidate(second), newToken());

    Redrive wish = redrive(second);
    stores.mailbox().redrive(wish);
    var due = stores.mailbox().due(1).getFirst();
    assertThat(stores.mailbox().claim(due, newToken())).isEmpty();
    assertThat(stores.lastError(wish.jobId())).startsWith("message_not_found: ");
  }

  private Redrive redrive(Submission dead) {
    var run = new RunId(fresh("run"));
    return new Redrive(thread, dead.jobId(), run, new JobId(fresh("job")), ANN, false);
  }
}
