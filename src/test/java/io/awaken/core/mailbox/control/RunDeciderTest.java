package io.awaken.core.mailbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionResult.Refused;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.mailbox.control.DecisionResult.Why;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** Results of decisions. */
class RunDeciderTest extends QuestionAsked {

  @Test
  @Rows(186)
  void anApprovedCallIsExecutedOnceAndItsRunContinuesToItsEnd() {
    ask();

    assertThat(decide(resume())).isInstanceOf(Submitted.class);
    asking.goOn();

    assertThat(asking.paid()).isOne();
    assertThat(asking.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(asking.question(run).decidedBy()).isEqualTo("bob");
  }

  @Test
  @Rows(186)
  void aCancelledCallIsNotExecutedAndItsRunContinues() {
    ask();

    decide(cancel());
    asking.goOn();

    assertThat(asking.paid()).isZero();
    assertThat(asking.record(run).status()).isEqualTo(RunStatus.DONE);
  }

  @Test
  void aThreadsDecisionIsForItsOpenRunAndAfterwardsForItsLatest() {
    ask();
    var thread = new ThreadId("t");

    assertThat(asking.node.decider.decide(thread, named(resume(), "d1")))
        .isInstanceOf(Submitted.class);
    asking.goOn();

    assertThat(asking.node.decider.decide(thread, named(resume(), "d1")))
        .isInstanceOf(Submitted.class);
    assertThat(asking.paid()).isOne();
  }

  @Test
  @Rows(186)
  @Failures("F44")
  void aRepeatedDecisionGetsTheSameAnswerBeforeAndAfterTheRunActsOnIt() {
    ask();
    var first = (Submitted) decide(named(resume(), "d1"));

    assertThat(decide(named(resume(), "d1"))).isEqualTo(first);
    assertThat(decide(resume())).isEqualTo(first);
    asking.goOn();

    var again = (Submitted) decide(named(resume(), "d1"));
    assertThat(again.question().decision()).isEqualTo(first.question().decision());
    assertThat(again.question().status()).isEqualTo(SuspensionStatus.CONSUMED);
    assertThat(decide(resume())).isInstanceOf(Submitted.class);
    assertThat(asking.paid()).isOne();
  }

  @Test
  @Rows(186)
  @Failures("F44")
  void aConflictingDecisionIsRefusedAndTheFirstOneStands() {
    ask();
    decide(named(resume(), "d1"));

    for (DecisionRequest other :
        new DecisionRequest[] {
          cancel(), named(resume(), "d2"), named(cancel(), "d1"), answering(JSON.textNode("x"))
        }) {
      var refused = (Refused) decide(other);
      assertThat(refused.why()).isEqualTo(Why.CLOSED);
      assertThat(refused.question().decision().decisionId()).isEqualTo("d1");
    }

    asking.goOn();
    assertThat(asking.paid()).isOne();
  }

  @Test
  void aRunDoesNotTakeTheDecisionOfAnother() {
    ask();
    RunId other = asking.ask("t2", ADA);
    String call = asking.question(other).callId();

    decide(DecisionRequest.of(BOB, call, DecisionAction.RESUME));

    assertThat(asking.question(other).status()).isEqualTo(SuspensionStatus.OPEN);
  }

  @Test
  @Failures("F44")
  void aQuestionOfARunThatWasCancelledIsClosed() {
    ask();
    asking.node.canceller.cancel(run, ADA);

    var refused = (Refused) decide(resume());

    assertThat(refused.why()).isEqualTo(Why.CLOSED);
    assertThat(refused.question().status()).isEqualTo(SuspensionStatus.CANCELLED);
  }
}
