package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.RunStarter;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.TestNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** New messages for a thread with a waiting run. */
class SubmitModesTest {

  private final AskingNode asking = new AskingNode(AskingNode.APPROVAL);

  private Accepted say(String text, SubmitMode mode) {
    return asking.node.service.submit(TestNode.request("t", text).as(mode));
  }

  private void approve(RunId run) {
    String call = asking.question(run).callId();
    asking.node.decider.decide(
        run, DecisionRequest.of(Caller.ANONYMOUS, call, DecisionAction.RESUME));
  }

  @ParameterizedTest
  @EnumSource(value = SubmitMode.class, mode = EnumSource.Mode.EXCLUDE, names = "RESUME_OPEN_RUN")
  void everyModeStartsARunOnAFreeThreadAtOnce(SubmitMode mode) {
    Accepted accepted = say("pay", mode);
    asking.node.executeAll();

    assertThat(accepted.how()).isEqualTo(Accepted.How.BEGUN);
    assertThat(asking.record(accepted.runId()).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void interruptingCancelsAWaitingRunAndStartsAtOnce() {
    RunId waiting = asking.ask("t");

    RunId next = asking.node.service.submit(TestNode.request("t", "no, wait")).runId();

    assertThat(asking.record(waiting).termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(asking.question(waiting).status()).isEqualTo(SuspensionStatus.CANCELLED);
    assertThat(asking.record(next).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void queueingDoesNotAffectTheWaitingRun() {
    RunId waiting = asking.ask("t");

    Accepted queued = say("and then?", SubmitMode.QUEUE);
    asking.goOn();
    assertThat(asking.record(queued.runId()).status()).isEqualTo(RunStatus.CREATED);

    approve(waiting);
    asking.goOn();
    assertThat(asking.record(waiting).status()).isEqualTo(RunStatus.DONE);
    asking.goOn();
    assertThat(asking.record(queued.runId()).status()).isNotEqualTo(RunStatus.CREATED);
  }

  @Test
  void rejectingNamesTheWaitingRun() {
    RunId waiting = asking.ask("t");

    assertThatExceptionOfType(RequestRefused.class)
        .isThrownBy(() -> say("hello?", SubmitMode.REJECT))
        .satisfies(busy -> assertThat(busy.why().run()).isEqualTo(waiting));
    assertThat(asking.record(waiting).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void steeringWaitsWithTheRunAndIsReadAfterTheDecision() {
    RunId waiting = asking.ask("t");

    Accepted steered = say("in euros", SubmitMode.STEER);
    assertThat(steered)
        .isEqualTo(new Accepted(waiting, new ThreadId("t"), null, Accepted.How.STEERED));
    asking.goOn();
    assertThat(asking.record(waiting).status()).isEqualTo(RunStatus.WAITING);

    approve(waiting);
    asking.goOn();
    assertThat(asking.paid()).isOne();
    assertThat(asking.node.stores.threads().history(new ThreadId("t")))
        .extracting(message -> message.text())
        .contains("in euros");
  }

  @Test
  void steeringIsRefusedWithoutAnOpenRun() {
    RunId waiting = asking.ask("t");
    assertThat(say("in euros", SubmitMode.RESUME_OPEN_RUN).runId()).isEqualTo(waiting);
    asking.node.canceller.cancel(waiting, Caller.ANONYMOUS);

    assertThatExceptionOfType(RequestRefused.class)
        .isThrownBy(() -> say("hello?", SubmitMode.RESUME_OPEN_RUN))
        .satisfies(
            refused -> assertThat(refused.why()).isEqualTo(SubmitResult.Refused.noOpenRun()));
  }

  @Test
  void steeringNeedsNoRoom() {
    RunId waiting = asking.ask("t");

    Accepted steered = sayToAFullNode("in euros", SubmitMode.STEER);
    assertThat(steered)
        .isEqualTo(new Accepted(waiting, new ThreadId("t"), null, Accepted.How.STEERED));

    approve(waiting);
    asking.goOn();
    assertThat(asking.node.stores.threads().history(new ThreadId("t")))
        .extracting(message -> message.text())
        .contains("in euros");
  }

  @ParameterizedTest
  @EnumSource(names = {"QUEUE", "STEER"})
  void aFullNodeLeavesABackgroundRunInTheQueue(SubmitMode mode) {
    Accepted accepted = sayToAFullNode("pay", mode);

    assertThat(accepted.how()).isEqualTo(Accepted.How.QUEUED);
    assertThat(asking.record(accepted.runId()).status()).isEqualTo(RunStatus.CREATED);
    asking.goOn();
    assertThat(asking.record(accepted.runId()).status()).isEqualTo(RunStatus.WAITING);
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERRUPT", "REJECT"})
  void aFullNodeRefusesARunThatMustNotWait(SubmitMode mode) {
    assertThatExceptionOfType(Unavailable.class).isThrownBy(() -> sayToAFullNode("pay", mode));
    assertThat(asking.node.stores.threads().find(new ThreadId("t"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERRUPT", "REJECT"})
  void aFullNodeReturnsTheRunOfARepeatedRequest(SubmitMode mode) {
    var key = new IdempotencyKey("POST /v1/runs", "k", "a".repeat(64));
    RunRequest request = TestNode.request("t", "pay").as(mode).once(key);
    RunId first = asking.node.service.submit(request).runId();

    assertThat(fullNode().submit(request))
        .returns(first, Accepted::runId)
        .returns(Accepted.How.REPEATED, Accepted::how);
  }

  @Test
  void aRepeatedRequestReturnsItsRunEvenIfTheAgentIsGone() {
    var key = new IdempotencyKey("POST /v1/runs", "k", "a".repeat(64));
    RunId first = asking.node.service.submit(TestNode.request("t", "pay").once(key)).runId();
    var ids = new CountingIds("later-");
    var without =
        new RunService(
            new RunService.Stores(
                asking.node.stores.mailbox(),
                asking.node.stores.runs(),
                asking.node.stores.suspensions()),
            asking.node.starter,
            asking.node.interrupter,
            request -> {
              throw new IllegalArgumentException("no agent " + request.agentId());
            },
            Quotas.NONE,
            ids);

    assertThat(without.submit(TestNode.request("t", "pay").once(key)))
        .returns(first, Accepted::runId)
        .returns(Accepted.How.REPEATED, Accepted::how);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> without.submit(TestNode.request("t", "pay")));
  }

  private Accepted sayToAFullNode(String text, SubmitMode mode) {
    return fullNode().submit(TestNode.request("t", text).as(mode));
  }

  private RunService fullNode() {
    MailboxStore store = asking.node.stores.mailbox();
    var ids = new CountingIds("full-");
    var full =
        new Mailbox(
            store, RunOwners.withoutBus(new LiveRuns(System::nanoTime)), Mailbox.Limits.of(0));
    var starter =
        new RunStarter(full, (claim, signals) -> fail("it has no room"), Runnable::run, ids);
    return new RunService(
        new RunService.Stores(store, null, null),
        starter,
        asking.node.interrupter,
        request -> {},
        Quotas.NONE,
        ids);
  }

  @Test
  void interruptingARunningRunStopsItAndTheNewOneFollows() {
    RunId running = say("pay", SubmitMode.INTERRUPT).runId();

    RunId next = say("stop", SubmitMode.INTERRUPT).runId();
    asking.node.executeAll();
    assertThat(asking.record(running).termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(asking.record(next).status()).isEqualTo(RunStatus.CREATED);

    asking.goOn();
    assertThat(asking.record(next).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aRunThatDoesNotStopIsEndedAfterTheGracePeriod() {
    RunId running = say("pay", SubmitMode.INTERRUPT).runId();
    RunId next = say("stop", SubmitMode.INTERRUPT).runId();

    asking.node.later.remove().run();
    assertThat(asking.record(running).termination()).isEqualTo(new TerminationReason.Cancelled());
    asking.goOn();
    assertThat(asking.record(next).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  void aThreadIsInterruptedWithoutANewRun() {
    RunId waiting = asking.ask("t");
    say("and then?", SubmitMode.QUEUE);

    var done = asking.node.interrupter.interrupt(new ThreadId("t"), Caller.ANONYMOUS);

    assertThat(done.orElseThrow().superseded()).isOne();
    assertThat(asking.record(waiting).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void cancellingARunFreesItsThreadForTheNextJob() {
    RunId waiting = asking.ask("t");
    Accepted queued = say("next", SubmitMode.QUEUE);
    asking.node.starter.claimDue();

    asking.node.canceller.cancel(waiting, Caller.ANONYMOUS);
    asking.goOn();

    assertThat(asking.record(queued.runId()).status()).isNotEqualTo(RunStatus.CREATED);
  }

  @Test
  void aDrainingNodeRefusesEveryMode() {
    asking.node.mailbox.drain(Duration.ZERO, Duration.ZERO);

    for (SubmitMode mode : SubmitMode.values()) {
      assertThatExceptionOfType(Unavailable.class).isThrownBy(() -> say("hi", mode));
    }
  }
}
