package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Rows;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs that break off go on by themselves, later each time, until they are given up. */
@Rows({190, 193})
class BrokenRunsTest {

  private final CapturedLog log = new CapturedLog(FailedRuns.class.getName());
  private final QueueNode node = new QueueNode();
  private final List<Integer> attempts = new ArrayList<>();

  @AfterEach
  void close() {
    log.close();
  }

  private static void breakOff(QueueNode node, List<Integer> attempts) {
    node.runs =
        (claim, signals) -> {
          attempts.add(claim.attempt());
          throw new IllegalStateException("broken with api_key=abcdefgh");
        };
  }

  private RunStatus status(QueueNode on, RunId run) {
    return on.stores.runs().find(run).orElseThrow().status();
  }

  @Test
  void aRunThatBreaksOffGoesOnAsSoonAsItsTimeHasCome() throws InterruptedException {
    breakOff(node, attempts);
    node.queue();
    node.mailbox.claimDue();
    node.threads.runAll();
    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    assertThat(node.mailbox.claimDue()).isZero();
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("run r1 broke off; its next attempt is in PT0.25S");

    node.pass(Duration.ofMillis(250));

    assertThat(node.mailbox.wakeUp().await(Duration.ZERO)).isTrue();
    assertThat(node.mailbox.claimDue()).isEqualTo(1);
    node.threads.runAll();
    assertThat(attempts).containsExactly(1, 2);
  }

  @Test
  void whenItsAttemptsAreUsedUpItIsGivenUpAndTheLogSaysWhereItIs() {
    breakOff(node, attempts);
    var run = node.queue();
    for (int i = 0; i < 10; i++) {
      node.mailbox.claimDue();
      node.threads.runAll();
      node.pass(Duration.ofSeconds(1));
    }

    assertThat(attempts).containsExactly(1, 2, 3);
    assertThat(status(node, run)).isEqualTo(RunStatus.DONE);
    assertThat(log.warnings().getLast())
        .startsWith("run r1 broke off; its attempts are used up, job j1 is in the dead letter");
  }

  @Test
  void whoeverHasLostARunLeavesItToItsNewOwner() {
    node.queue();
    node.mailbox.claimDue();
    node.pass(QueueNode.LEASE.plusSeconds(1));
    node.store.reclaimExpired(1);
    breakOff(node, attempts);

    node.threads.runAll();

    assertThat(log.warnings()).isEmpty();
    assertThat(node.mailbox.claimDue()).isEqualTo(1);
  }

  @Test
  void aStoreThatDoesNotAnswerLeavesTheRunToItsLease() {
    var away = new QueueNode(store -> failing(store, "nack"), StartRate.unlimited());
    breakOff(away, attempts);
    var run = away.queue();
    away.mailbox.claimDue();

    away.threads.runAll();

    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("run r1 broke off and was not given back; it continues when its lease");
    assertThat(status(away, run)).isEqualTo(RunStatus.RUNNING);
  }

  /** A store of which one method fails. */
  private static MailboxStore failing(MailboxStore store, String name) {
    return (MailboxStore)
        Proxy.newProxyInstance(
            MailboxStore.class.getClassLoader(),
            new Class<?>[] {MailboxStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals(name)) {
                throw new IllegalStateException("database away");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
