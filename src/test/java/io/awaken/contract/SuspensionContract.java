package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.ArgumentsHash;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Questions: kept as they were asked, and where they may go from there. */
public abstract class SuspensionContract extends SuspendingContract {

  /** The fence of each claim that has committed something. */
  private final Map<ClaimToken, Fence> latest = new HashMap<>();

  @Test
  @Rows(184)
  void aQuestionIsKeptAsItWasAsked() {
    var fence = claimed(newThread()).fence();
    var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    var ticket =
        new SuspendTicket(
            new Suspension("q-1", "tool:input", "Wöhin?", PARIS, schema),
            new PendingCall("c-1", "book", PARIS),
            ResumeMode.PASS_DECISION_TO_TOOL,
            new Approver("boss", true),
            new Expiry(60_000, DecisionAction.CANCEL),
            JsonNodeFactory.instance.objectNode().put("state", "s"),
            List.of(new SuspendTicket.Told("chat", "bob")),
            new SuspendTicket.Above("t-0", "r-0", "c-0", "r-0"));
    NewSuspension asked = question(fence, "c-1", true, ticket);
    stores.runCommit().commit(fence, asks(asked));

    SuspensionRecord kept = stores.suspensions().ofRun(fence.runId()).getFirst();
    assertThat(kept.createdAt()).isPositive();
    // A database reads its clock for each of the two, in either order.
    assertThat(kept.expiresAt()).isBetween(kept.createdAt() + 59_900, kept.createdAt() + 60_100);
    assertThat(kept)
        .usingRecursiveComparison()
        .ignoringFields("createdAt", "expiresAt")
        .isEqualTo(SuspensionRecord.asked(asked, 1));
  }

  @Test
  @Rows(210)
  void theArgumentsThatComeBackHaveTheHashThatWasDecidedAbout() throws Exception {
    JsonNode arguments =
        new JsonMapper()
            .readTree(
                """
                {"amount": 12345678.9, "rate": 0.0005, "most": 1.0E7, "none": -0.0, "one": 1.0,
                 "many": 12345678901234567890, "small": 1e-300, "list": [0.00050, 10]}\
                """);
    String hash = ArgumentsHash.of("book", arguments, arguments);
    var fence = claimed(newThread()).fence();
    var ticket = ticket("c-1").about(new PendingCall("c-1", "book", arguments));
    var asked =
        new NewSuspension(
            identity(fence), "c-1", 1, SuspensionKind.APPROVAL, null, ticket, hash, false);
    var call = new CallState(1, "c-1", "book", arguments, ToolCallStatus.SUSPENDED, 0);
    stores
        .runCommit()
        .park(
            fence,
            aCommit("asks")
                .newCalls(List.of(call))
                .suspensions(changes(List.of(asked), List.of(), List.of()))
                .build());
    var decided = stores.suspensions().decide(asked.key(), hash, approval("d"), "bob").now();
    claimDue();

    JsonNode kept = stores.runs().calls(fence.runId()).getFirst().arguments();
    JsonNode shown = decided.ticket().pending().arguments();
    assertThat(ArgumentsHash.of("book", kept, shown)).isEqualTo(decided.argumentsHash());
  }

  @Test
  void aQuestionNeedsNothingButItsText() {
    var fence = claimed(newThread()).fence();
    var asked = again(question(fence, "c-1", false, ticket("c-1").decidedBy(Approver.ANY_CALLER)));
    stores.runCommit().commit(fence, asks(asked));

    SuspensionRecord kept = stores.suspensions().ofRun(fence.runId()).getFirst();
    assertThat(kept).isEqualTo(SuspensionRecord.asked(asked, kept.createdAt()));
  }

  @Test
  void longTextsOfATicketComeBackAsTheyWere() {
    var fence = claimed(newThread()).fence();
    String text = "x".repeat(5_000);
    var ticket =
        SuspendTicket.approval(text, text).withId(text).about(new PendingCall("c-1", text, PARIS));
    stores.runCommit().commit(fence, asks(question(fence, "c-1", false, ticket)));

    assertThat(stores.suspensions().ofRun(fence.runId()).getFirst().ticket()).isEqualTo(ticket);
    assertThat(inbox(query("acme", null, List.of("open"), null, null, text), 9)).hasSize(1);
  }

  @Test
  void questionsComeInTheOrderInWhichTheyWereAsked() {
    var fence = claimed(newThread()).fence();
    var first = question(fence, "c-9");
    var next =
        stores.runCommit().commit(fence, asks(first, question(fence, "c-5"), question(fence, "c")));
    stores.runCommit().commit(next, asks(question(fence, "c-1")));

    assertThat(stores.suspensions().ofRun(fence.runId()))
        .extracting(SuspensionRecord::callId)
        .containsExactly("c-9", "c-5", "c", "c-1");
    assertThat(stores.suspensions().ofRun(new RunId(fresh("run")))).isEmpty();
  }

  @Test
  void aCallThatIsAskedAboutAgainComesLastAlsoBehindSeveralThatWereAskedTogether() {
    var fence = claimed(newThread()).fence();
    var third = question(fence, "c");
    var next =
        stores.runCommit().commit(fence, asks(question(fence, "a"), question(fence, "b"), third));
    decide(fence, "c");
    stores
        .runCommit()
        .commit(next, changed(changes(List.of(again(third)), List.of(key(fence, "c")), List.of())));

    assertThat(stores.suspensions().ofRun(fence.runId()))
        .extracting(asked -> asked.callId() + asked.key().ordinal())
        .containsExactly("a1", "b1", "c1", "c2");
  }

  @Test
  void aCallMayBeAskedAboutAgain() {
    var fence = waiting(newThread(), "c-1");
    var claim = resumed(fence, "c-1");
    var second = again(question(fence, "c-1"));
    var both = changes(List.of(second), List.of(key(fence, "c-1")), List.of());
    stores.runCommit().park(claim.fence(), changed(both));

    assertThat(questions(fence)).containsExactly(SuspensionStatus.CONSUMED, SuspensionStatus.OPEN);
    assertThat(stores.suspensions().open(fence.threadId()))
        .extracting(SuspensionRecord::key)
        .containsExactly(second.key());
  }

  @Test
  void onlyWhatIsUndecidedIsOpenInAThread() {
    var fence = waiting(newThread(), "c-1", "c-2", "c-3");
    waiting(newThread(), "c-4");
    decide(fence, "c-2");

    assertThat(stores.suspensions().open(fence.threadId()))
        .extracting(SuspensionRecord::callId)
        .containsExactly("c-1", "c-3");
    assertThat(stores.suspensions().open(newThread())).isEmpty();
  }

  /** What can be done to a question that is in a status, and where that leads. */
  @ParameterizedTest
  @EnumSource(SuspensionStatus.class)
  void aQuestionGoesOnlyWhereItsStatusLetsIt(SuspensionStatus from) {
    Map<SuspensionStatus, BiConsumer<Fence, SuspensionKey>> moves =
        Map.of(
            SuspensionStatus.DECIDED, (fence, key) -> decide(fence, key.callId()),
            SuspensionStatus.CONSUMED, (fence, key) -> commit(fence, consumes(key)),
            SuspensionStatus.CANCELLED, (fence, key) -> commit(fence, cancels(key)));
    moves.forEach(
        (to, move) -> {
          var fence = claimed(newThread()).fence();
          var key = key(fence, "c-1");
          commit(fence, asks(question(fence, "c-1")));
          pathTo(from).forEach(step -> moves.get(step).accept(fence, key));
          assertThat(questions(fence)).containsExactly(from);

          move.accept(fence, key);

          assertThat(questions(fence)).containsExactly(from.next().contains(to) ? to : from);
        });
  }

  private static List<SuspensionStatus> pathTo(SuspensionStatus status) {
    return switch (status) {
      case OPEN -> List.of();
      case DECIDED, CANCELLED -> List.of(status);
      case CONSUMED -> List.of(SuspensionStatus.DECIDED, status);
    };
  }

  private void commit(Fence fence, io.awaken.core.store.run.StepCommit step) {
    Fence now = latest.getOrDefault(fence.token(), fence);
    latest.put(fence.token(), stores.runCommit().commit(now, step));
  }

  @Test
  void theInboxTellsATenantsQuestionsOldestFirstAndPageByPage() {
    List<SuspensionKey> asked = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      var fence = waiting(newThread(), "c-1", "c-2");
      asked.add(key(fence, "c-1"));
      asked.add(key(fence, "c-2"));
    }
    List<SuspensionKey> told = new ArrayList<>();
    List<SuspensionRecord> page = inbox(open(null), 4);
    while (!page.isEmpty()) {
      page.forEach(row -> told.add(row.key()));
      var last = page.getLast();
      page = inbox(open(new InboxQuery.After(last.createdAt(), last.key())), 4);
    }

    assertThat(told).containsExactlyElementsOf(asked);
  }

  @Test
  void theInboxTellsWhatFitsTheQueryOnly() {
    var fence = waiting(newThread(), "c-1", "c-2");
    decide(fence, "c-2");
    ThreadId thread = fence.threadId();
    var open = List.of("open");

    assertThat(calls(query("acme", "ann", open, thread, "helper", "tool:confirm")))
        .containsExactly("c-1");
    assertThat(calls(query("acme", null, List.of("decided"), null, null, null)))
        .containsExactly("c-2");
    assertThat(calls(query("acme", null, List.of("open", "decided"), null, null, null)))
        .containsExactly("c-1", "c-2");
    assertThat(calls(query("evil", null, open, null, null, null))).isEmpty();
    assertThat(calls(query("acme", "eve", open, null, null, null))).isEmpty();
    assertThat(calls(query("acme", null, open, newThread(), null, null))).isEmpty();
    assertThat(calls(query("acme", null, open, null, "other", null))).isEmpty();
    assertThat(calls(query("acme", null, open, null, null, "tool:other"))).isEmpty();
  }

  private static InboxQuery query(
      String tenant,
      String requester,
      List<String> statuses,
      ThreadId thread,
      String agent,
      String action) {
    return new InboxQuery(tenant, requester, statuses, thread, agent, action, null);
  }

  private static InboxQuery open(InboxQuery.After after) {
    return new InboxQuery("acme", null, List.of("open"), null, null, null, after);
  }

  private List<SuspensionRecord> inbox(InboxQuery query, int limit) {
    return stores.suspensions().inbox(query, limit);
  }

  private List<String> calls(InboxQuery query) {
    return inbox(query, 100).stream().map(SuspensionRecord::callId).toList();
  }

  @Test
  void theOpenQuestionsOfSeveralRunsAreToldByRun() {
    var one = waitingForAll(newThread(), "c-0", "c-1", "c-2");
    decide(one, "c-0");
    var other = waiting(newThread(), "c-3");
    waiting(newThread(), "c-4");
    var silent = claimed(newThread());

    var found = stores.suspensions().openOf(List.of(one.runId(), other.runId(), silent.runId()));

    assertThat(found).containsOnlyKeys(one.runId(), other.runId());
    assertThat(found.get(one.runId()))
        .isEqualTo(stores.suspensions().ofRun(one.runId()).subList(1, 3));
    assertThat(found.get(other.runId())).hasSize(1);
  }
}
