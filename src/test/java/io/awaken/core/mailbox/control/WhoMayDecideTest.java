package io.awaken.core.mailbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.control.DecisionResult.NotAllowed;
import io.awaken.core.mailbox.control.DecisionResult.NotFound;
import io.awaken.core.mailbox.control.DecisionResult.Shown;
import io.awaken.core.mailbox.control.DecisionResult.Submitted;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.AskingNode;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which callers may decide, and which see no question at all. */
class WhoMayDecideTest extends QuestionAsked {

  @Test
  void anUnknownRunThreadOrCallIsNotFoundLikeOneOfAnotherTenant() {
    ask();
    var stranger = new Caller("other", "bob", Set.of("manager"));
    var theirs = DecisionRequest.of(stranger, question.callId(), DecisionAction.RESUME);

    assertThat(decide(theirs)).isEqualTo(new NotFound("run", run.value()));
    assertThat(asking.node.decider.decide(new ThreadId("t"), theirs))
        .isEqualTo(new NotFound("thread", "t"));
    assertThat(asking.node.decider.decide(new RunId("unknown"), resume()))
        .isEqualTo(new NotFound("run", "unknown"));
    assertThat(asking.node.decider.decide(new ThreadId("unknown"), resume()))
        .isEqualTo(new NotFound("thread", "unknown"));
    var anonymous = DecisionRequest.of(Caller.ANONYMOUS, question.callId(), DecisionAction.RESUME);
    assertThat(decide(anonymous)).isEqualTo(new NotFound("run", run.value()));
    assertThat(decide(DecisionRequest.of(BOB, "other", DecisionAction.RESUME)))
        .isEqualTo(new NotFound("suspension", "other"));
    assertUntouched();
  }

  @Test
  void aCallerWithoutTheRoleMayNotDecide() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver("treasurer", false)));

    assertThat(decide(resume())).isEqualTo(new NotAllowed("the role treasurer"));
    assertThat(see(BOB)).isEqualTo(new NotAllowed("the role treasurer"));
    assertUntouched();
  }

  @Test
  void whoMayDecideAQuestionSeesItWithoutDecidingIt() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver("manager", true)));

    assertThat(see(BOB)).isEqualTo(new Shown(question));
    assertThat(see(ADA)).isInstanceOf(NotAllowed.class);
    assertUntouched();

    decide(resume());
    assertThat(see(BOB)).isEqualTo(new Shown(asking.question(run)));
  }

  private DecisionResult see(Caller caller) {
    String id = question.ticket().suspension().id();
    return decide(DecisionRequest.toSee(caller, question.callId(), id));
  }

  @Test
  void aCallerWithTheRoleMayDecide() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver("manager", true)));

    assertThat(decide(resume())).isInstanceOf(Submitted.class);
  }

  @Test
  void neitherTheSubmitterNorAnAnonymousCallerIsASecondPerson() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver(null, true)));

    assertThat(decide(DecisionRequest.of(ADA, question.callId(), DecisionAction.CANCEL)))
        .isInstanceOf(NotAllowed.class);
    assertUntouched();

    run = asking.ask("t2", Caller.ANONYMOUS);
    String call = asking.question(run).callId();
    assertThat(decide(DecisionRequest.of(Caller.ANONYMOUS, call, DecisionAction.RESUME)))
        .isInstanceOf(NotAllowed.class);
  }
}
