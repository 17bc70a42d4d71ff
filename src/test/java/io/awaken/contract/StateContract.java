package io.awaken.contract;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.StateChanges;
import io.awaken.core.state.StateChanges.StateChange;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values of the state: written with the commit that changed them, in the scope they belong to. */
@Rows({43, 47})
public abstract class StateContract extends StoreContract {

  private static final StateChange VISITS = set(KeyScope.THREAD, "visits", number(1));
  private static final StateChange COUNT = set(KeyScope.RUN, "count", number(1));

  private static JsonNode number(int value) {
    return JsonNodeFactory.instance.numberNode(value);
  }

  private static StateChange set(KeyScope scope, String key, JsonNode value) {
    return new StateChange(scope, key, value);
  }

  private static StepCommit step(boolean forgetsRun, StateChange... changes) {
    var state = new StateChanges(1, List.of(changes), forgetsRun);
    return aCommit(fresh("commit")).state(state).build();
  }

  private Fence commit(Fence fence, StateChange... changes) {
    return stores.runCommit().commit(fence, step(false, changes));
  }

  private Map<String, JsonNode> ofThread(Fence fence) {
    return stores.threads().state(fence.threadId(), fence.runId()).thread().extensions();
  }

  private Map<String, JsonNode> ofRun(Fence fence) {
    return stores.threads().state(fence.threadId(), fence.runId()).run().extensions();
  }

  @Test
  void aThreadWithoutStateHasNone() {
    var fence = claimed(newThread()).fence();

    assertThat(ofThread(fence)).isEmpty();
    assertThat(ofRun(fence)).isEmpty();
    assertThat(stores.threads().state(newThread(), fence.runId()).thread().extensions()).isEmpty();
  }

  @Test
  void aCommitKeepsWhatChangedInItsScope() {
    var fence = commit(claimed(newThread()).fence(), VISITS, COUNT);

    assertThat(ofThread(fence)).isEqualTo(Map.of("visits", number(1)));
    assertThat(ofRun(fence)).isEqualTo(Map.of("count", number(1)));
  }

  @Test
  void aLaterCommitWritesOverAddsAndRemoves() {
    var fence = commit(claimed(newThread()).fence(), VISITS, COUNT);
    fence =
        commit(
            fence,
            set(KeyScope.THREAD, "visits", number(2)),
            set(KeyScope.THREAD, "name", JsonNodeFactory.instance.textNode("ann")),
            set(KeyScope.RUN, "count", null),
            set(KeyScope.RUN, "never there", null));

    assertThat(ofThread(fence)).containsOnlyKeys("visits", "name").containsValue(number(2));
    assertThat(ofRun(fence)).isEmpty();
  }

  @Test
  void theSameNameInBothScopesIsTwoValues() {
    var fence =
        commit(
            claimed(newThread()).fence(),
            set(KeyScope.THREAD, "same", number(1)),
            set(KeyScope.RUN, "same", number(2)));

    assertThat(ofThread(fence)).containsEntry("same", number(1));
    assertThat(ofRun(fence)).containsEntry("same", number(2));
  }

  @Test
  void anyJsonComesBackAsItWas() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("text", "\u0000 ünï \"\\ 😀".repeat(1000));
    json.put("exact", new java.math.BigDecimal("1.10"));
    json.putNull("nothing");
    json.putArray("list").add(1).addObject().put("deep", true);

    var fence = commit(claimed(newThread()).fence(), set(KeyScope.THREAD, "json", json));

    assertThat(ofThread(fence).get("json").toString()).isEqualTo(json.toString());
  }

  @Test
  void theEndKeepsTheThreadsValuesAndTakesTheRunsAlong() {
    ThreadId thread = newThread();
    var fence = commit(claimed(thread).fence(), VISITS, COUNT);
    var last = step(true, set(KeyScope.THREAD, "visits", number(7)));

    stores.runCommit().finish(fence, last, ANSWERED);

    assertThat(ofRun(fence)).isEmpty();
    assertThat(ofThread(claimed(thread).fence())).isEqualTo(Map.of("visits", number(7)));
  }

  @Test
  void anEndThatIsRefusedLeavesTheStateAlone() {
    var fence = commit(claimed(newThread()).fence(), VISITS, COUNT);
    stores.runs().cancel(fence.runId(), ANN);
    var last = step(true, set(KeyScope.THREAD, "visits", number(7)));

    assertThatThrownBy(() -> stores.runCommit().finish(fence, last, ANSWERED))
        .isInstanceOf(CancelPending.class);
    assertThat(ofThread(fence)).isEqualTo(Map.of("visits", number(1)));
    assertThat(ofRun(fence)).isEqualTo(Map.of("count", number(1)));

    stores.runCommit().finish(fence, last, CANCELLED);
    assertThat(ofThread(fence)).isEqualTo(Map.of("visits", number(7)));
    assertThat(ofRun(fence)).isEmpty();
  }

  @Test
  void aStaleFenceWritesNoState() {
    var fence = claimed(newThread()).fence();
    var next = stores.runCommit().commit(fence, step(null, answer(fence, "mine")));

    assertThatThrownBy(() -> commit(fence, VISITS)).isInstanceOf(StaleFence.class);
    assertThat(ofThread(next)).isEmpty();
  }

  @Test
  void aCommitWhoseAnswerWasLostDoesNotWriteItsStateAgain() {
    var fence = claimed(newThread()).fence();
    var first = step(false, VISITS);
    var next = stores.runCommit().commit(fence, first);
    assertThat(stores.runCommit().commit(fence, first)).isEqualTo(next);

    assertThat(ofThread(fence)).isEqualTo(Map.of("visits", number(1)));
  }

  @Test
  void theNextOwnerOfTheRunGoesOnWithItsValues() {
    var claim = claimed(newThread());
    commit(claim.fence(), VISITS, COUNT);
    stores.mailbox().release(claim.fence());

    Claim next = claimDue();

    assertThat(next.attempt()).isEqualTo(2);
    assertThat(ofRun(next.fence())).isEqualTo(Map.of("count", number(1)));
    assertThat(ofThread(next.fence())).isEqualTo(Map.of("visits", number(1)));
  }

  @Test
  void aRunThatIsCancelledWhileNobodyOwnsItLosesItsOwnValuesOnly() {
    var claim = claimed(newThread());
    commit(claim.fence(), VISITS, COUNT);
    stores.mailbox().release(claim.fence());

    stores.runs().cancel(claim.runId(), ANN);
    assertThat(ofRun(claim.fence())).isNotEmpty();
    toldPlugins(claim);

    assertThat(ofRun(claim.fence())).isEmpty();
    assertThat(ofThread(claim.fence())).isEqualTo(Map.of("visits", number(1)));
  }

  @Test
  void aCancellationThatTheNextClaimFindsTakesTheRunsValuesAlong() {
    var claim = claimed(newThread());
    commit(claim.fence(), VISITS, COUNT);
    stores.runs().cancel(claim.runId(), ANN);
    stores.mailbox().release(claim.fence());

    var candidate = stores.mailbox().due(1).getFirst();
    assertThat(stores.mailbox().claim(candidate, newToken())).isEmpty();
    toldPlugins(claim);

    assertThat(ofRun(claim.fence())).isEmpty();
    assertThat(ofThread(claim.fence())).isEqualTo(Map.of("visits", number(1)));
  }

  @Test
  void aRunThatUsedUpItsAttemptsLosesItsOwnValuesOnly() {
    var claim = claimed(newThread());
    commit(claim.fence(), VISITS, COUNT);
    for (int attempt = 1; attempt < Stores.SETTINGS.maxAttempts(); attempt++) {
      stores.expireLeases();
      stores.mailbox().reclaimExpired(10);
      assertThat(ofRun(claimDue().fence())).isNotEmpty();
    }
    stores.expireLeases();
    stores.mailbox().reclaimExpired(10);
    toldPlugins(claim);

    assertThat(ofRun(claim.fence())).isEmpty();
    assertThat(ofThread(claim.fence())).isEqualTo(Map.of("visits", number(1)));
  }

  /** The values of a run that ended without an owner stay until its plugins have heard of it. */
  private void toldPlugins(Claim claim) {
    var end = stores.outbox().take(10, Duration.ofMinutes(1)).getFirst();
    assertThat(end.runId()).isEqualTo(claim.runId());
    assertThat(stores.outbox().ended(end.threadId(), end.runId(), end.entry().id(), List.of()))
        .isTrue();
  }

  @Test
  void anotherThreadHasAStateOfItsOwn() {
    commit(claimed(newThread()).fence(), VISITS);

    assertThat(ofThread(claimed(newThread()).fence())).isEmpty();
  }
}
