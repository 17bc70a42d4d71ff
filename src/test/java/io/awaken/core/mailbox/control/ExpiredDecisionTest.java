package io.awaken.core.mailbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionResult.Refused;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.mailbox.control.DecisionResult.Unfit;
import io.awaken.core.mailbox.control.DecisionResult.Why;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.fixture.AskingNode;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Decisions about expired questions. */
class ExpiredDecisionTest extends QuestionAsked {

  @Test
  void aLateDecisionReturnsTheExpiredQuestion() {
    ask(AskingNode.APPROVAL.expiring(new Expiry(60_000, DecisionAction.CANCEL)));
    asking.clock.advance(Duration.ofMinutes(2));

    var refused = (Refused) decide(resume());

    assertThat(refused.why()).isEqualTo(Why.EXPIRED);
    assertThat(refused.question().decidedBy()).isEqualTo(Expiry.BY);
    asking.goOn();
    assertThat(asking.paid()).isZero();
    assertThat(((Refused) decide(cancel())).why()).isEqualTo(Why.EXPIRED);
  }

  @Test
  void aCallerNamedLikeTheExpiryDecidesNormally() {
    ask(AskingNode.APPROVAL.expiring(new Expiry(60_000, DecisionAction.CANCEL)));
    var caller = new Caller("default", Expiry.BY, Set.of());
    var request = DecisionRequest.of(caller, question.callId(), DecisionAction.RESUME);

    assertThat((Unfit) decide(named(request, Expiry.BY)))
        .extracting(Unfit::field)
        .isEqualTo("decision_id");
    assertThat(decide(named(request, "d1"))).isInstanceOf(Submitted.class);
    assertThat(asking.question(run).expired()).isFalse();
    assertThat(decide(named(request, "d1"))).isInstanceOf(Submitted.class);
    assertThat(((Refused) decide(cancel())).why()).isEqualTo(Why.CLOSED);
  }
}
