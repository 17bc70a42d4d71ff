package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.mailbox.DecisionRequest.About;
import io.awaken.core.mailbox.DecisionResult.NotAllowed;
import io.awaken.core.mailbox.DecisionResult.NotFound;
import io.awaken.core.mailbox.DecisionResult.Refused;
import io.awaken.core.mailbox.DecisionResult.Submitted;
import io.awaken.core.mailbox.DecisionResult.Unfit;
import io.awaken.core.mailbox.DecisionResult.Why;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of decisions. Source: architecture sections 5-6, quality F44-F45. */
class RunDeciderTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Caller ADA = new Caller("default", "ada", Set.of());
  private static final Caller BOB = new Caller("default", "bob", Set.of("manager"));

  private AskingNode asking = new AskingNode(AskingNode.APPROVAL);
  private RunId run;
  private SuspensionRecord question;

  private void ask() {
    run = asking.ask("t", ADA);
    question = asking.question(run);
  }

  private void ask(SuspendTicket ticket) {
    asking = new AskingNode(ticket);
    ask();
  }

  private DecisionRequest resume() {
    return DecisionRequest.of(BOB, question.callId(), DecisionAction.RESUME);
  }

  private DecisionRequest cancel() {
    return DecisionRequest.of(BOB, question.callId(), DecisionAction.CANCEL);
  }

  private DecisionRequest answering(JsonNode payload) {
    return new DecisionRequest(
        BOB, question.callId(), About.LAST, null, DecisionAction.RESUME, payload, null);
  }

  private DecisionResult decide(DecisionRequest request) {
    return asking.node.decider.decide(run, request);
  }

  private static DecisionRequest named(DecisionRequest request, String id) {
    return new DecisionRequest(
        request.caller(),
        request.callId(),
        request.about(),
        id,
        request.action(),
        request.payload(),
        request.reason());
  }

  private static DecisionRequest about(DecisionRequest request, String question, String hash) {
    return new DecisionRequest(
        request.caller(),
        request.callId(),
        new About(question, hash),
        request.decisionId(),
        request.action(),
        request.payload(),
        request.reason());
  }

  private void assertUntouched() {
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    asking.goOn();
    assertThat(asking.paid()).isZero();
    assertThat(asking.record(run).status()).isEqualTo(RunStatus.WAITING);
  }

  @Test
  @Rows(186)
  void anApprovedCallIsExecutedOnceAndItsRunGoesOnToItsEnd() {
    ask();

    assertThat(decide(resume())).isInstanceOf(Submitted.class);
    asking.goOn();

    assertThat(asking.paid()).isOne();
    assertThat(asking.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(asking.question(run).decidedBy()).isEqualTo("bob");
  }

  @Test
  @Rows(186)
  void aCancelledCallIsNotExecutedAndItsRunGoesOn() {
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
  void theSameDecisionAgainIsAnsweredTheSameBeforeAndAfterTheRunActedOnIt() {
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
  void anotherDecisionIsRefusedWithTheQuestionAsItIsAndTheFirstOneStands() {
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
  void aDecisionThatComesAgainDoesNotDecideWhatTheCallAsksNext() {
    var curious =
        new FunctionTool(
            "pay", (arguments, call) -> ToolResult.suspended("pay", AskingNode.APPROVAL));
    asking = new AskingNode(curious);
    ask();
    decide(named(resume(), "d1"));
    asking.goOn();
    String next = asking.question(run).ticket().suspension().id();

    var again = (Submitted) decide(named(resume(), "d1"));

    assertThat(again.question()).isNotEqualTo(asking.question(run));
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(decide(about(resume(), next, null))).isInstanceOf(Submitted.class);
  }

  @Test
  void aDecisionThatNamesNeitherItselfNorTheQuestionIsRefusedWhenTheCallAskedMoreThanOnce() {
    asking =
        new AskingNode(
            new FunctionTool(
                "pay", (arguments, call) -> ToolResult.suspended("pay", AskingNode.APPROVAL)));
    ask();
    String first = question.ticket().suspension().id();
    assertThat(decide(resume())).isInstanceOf(Submitted.class);
    asking.goOn();
    String next = asking.question(run).ticket().suspension().id();

    var unfit = (Unfit) decide(resume());

    assertThat(unfit.field()).isEqualTo("suspension_id");
    assertThat(unfit.reason()).contains("required", first, next);
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(decide(about(resume(), first, null))).isInstanceOf(Submitted.class);
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    assertThat(decide(named(resume(), "d2"))).isInstanceOf(Submitted.class);
    assertThat(asking.question(run).decision().decisionId()).isEqualTo("d2");
  }

  @Test
  void aDecisionAboutAQuestionThatTheCallDoesNotHaveIsRefused() {
    ask();

    var refused = (Refused) decide(about(resume(), "other", null));

    assertThat(refused.why()).isEqualTo(Why.OTHER_QUESTION);
    assertThat(refused.question()).isEqualTo(question);
    assertUntouched();
  }

  @Test
  @Rows(210)
  void aDecisionForOtherArgumentsIsRefused() {
    ask();

    var refused = (Refused) decide(about(resume(), null, "0".repeat(64)));

    assertThat(refused.why()).isEqualTo(Why.OTHER_ARGUMENTS);
    assertUntouched();
    assertThat(decide(about(resume(), null, question.argumentsHash())))
        .isInstanceOf(Submitted.class);
  }

  @Test
  void aRunThreadOrCallThatIsNotThereIsNotFoundAndNeitherIsAnotherTenants() {
    ask();
    var stranger = new Caller("other", "bob", Set.of("manager"));
    var theirs = DecisionRequest.of(stranger, question.callId(), DecisionAction.RESUME);

    assertThat(decide(theirs)).isEqualTo(new NotFound("run", run.value()));
    assertThat(asking.node.decider.decide(new ThreadId("t"), theirs))
        .isEqualTo(new NotFound("thread", "t"));
    assertThat(asking.node.decider.decide(new RunId("nobody"), resume()))
        .isEqualTo(new NotFound("run", "nobody"));
    assertThat(asking.node.decider.decide(new ThreadId("nobody"), resume()))
        .isEqualTo(new NotFound("thread", "nobody"));
    var nobody = DecisionRequest.of(Caller.ANONYMOUS, question.callId(), DecisionAction.RESUME);
    assertThat(decide(nobody)).isEqualTo(new NotFound("run", run.value()));
    assertThat(decide(DecisionRequest.of(BOB, "other", DecisionAction.RESUME)))
        .isEqualTo(new NotFound("suspension", "other"));
    assertUntouched();
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
  void whoeverLacksTheRoleMayNotDecide() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver("treasurer", false)));

    assertThat(decide(resume())).isEqualTo(new NotAllowed("the role treasurer"));
    assertUntouched();
  }

  @Test
  void whoeverHasTheRoleMayDecide() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver("manager", true)));

    assertThat(decide(resume())).isInstanceOf(Submitted.class);
  }

  @Test
  void whoeverAskedForTheRunIsNotSomebodyElseAndNeitherIsNobody() {
    ask(AskingNode.APPROVAL.decidedBy(new Approver(null, true)));

    assertThat(decide(DecisionRequest.of(ADA, question.callId(), DecisionAction.CANCEL)))
        .isInstanceOf(NotAllowed.class);
    assertUntouched();

    run = asking.ask("t2", Caller.ANONYMOUS);
    String call = asking.question(run).callId();
    assertThat(decide(DecisionRequest.of(Caller.ANONYMOUS, call, DecisionAction.RESUME)))
        .isInstanceOf(NotAllowed.class);
  }

  @Test
  @Rows(185)
  void anAnswerThatDoesNotFitTheQuestionIsRefusedWithItsPlace() {
    JsonNode schema =
        JSON.objectNode()
            .put("type", "object")
            .set(
                "properties", JSON.objectNode().set("n", JSON.objectNode().put("type", "integer")));
    ask(SuspendTicket.result("ask", "How many?", schema));

    var unfit = (Unfit) decide(answering(JSON.objectNode().put("n", "many")));
    assertThat(unfit.field()).isEqualTo("payload");
    assertThat(unfit.reason()).contains("/n", "integer");
    assertThat((Unfit) decide(resume()))
        .extracting(Unfit::reason)
        .asString()
        .contains("payload is required");
    assertUntouched();

    assertThat(decide(answering(JSON.objectNode().put("n", 7)))).isInstanceOf(Submitted.class);
  }

  @Test
  @Rows(185)
  void otherArgumentsMustFitTheToolThatGetsThem() {
    ask(
        SuspendTicket.of(
            ResumeMode.PASS_DECISION_TO_TOOL,
            new Suspension(null, "pay", "With what?", null, null)));

    assertThat(decide(answering(JSON.textNode("10")))).isInstanceOf(Unfit.class);
    assertThat(decide(answering(JSON.objectNode().put("value", 10)))).isInstanceOf(Unfit.class);
    assertUntouched();

    assertThat(decide(answering(JSON.objectNode().put("value", "20"))))
        .isInstanceOf(Submitted.class);
    asking.goOn();
    assertThat(asking.pay.arguments()).containsExactly(JSON.objectNode().put("value", "20"));
  }

  @Test
  void aQuestionWhoseSchemaIsBrokenCanOnlyBeCancelled() {
    ask(SuspendTicket.result("ask", "How many?", JSON.objectNode().put("type", 5)));

    assertThat(decide(answering(JSON.textNode("x")))).isInstanceOf(Unfit.class);
    assertThat(decide(cancel())).isInstanceOf(Submitted.class);
  }

  @Test
  void anAnswerHasAtMost64KiBAndAReason2000Characters() {
    ask();

    var answer = (Unfit) decide(answering(JSON.textNode("ä".repeat(1 << 15))));
    assertThat(answer).isEqualTo(new Unfit("payload", "payload must have at most 65536 bytes"));
    var reason =
        (Unfit)
            decide(
                new DecisionRequest(
                    BOB,
                    question.callId(),
                    About.LAST,
                    null,
                    DecisionAction.CANCEL,
                    null,
                    "x".repeat(2_001)));
    assertThat(reason.field()).isEqualTo("reason");
    assertThat(reason.reason()).contains("2000");
    assertUntouched();
  }

  @Test
  void aDecisionThatComesTooLateFindsWhatTimeHasDecided() {
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
  void somebodyWhoIsCalledLikeTheExpiryDecidesLikeEverybody() {
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

  @Test
  void aQuestionOfARunThatWasCancelledIsClosed() {
    ask();
    asking.node.canceller.cancel(run, ADA);

    var refused = (Refused) decide(resume());

    assertThat(refused.why()).isEqualTo(Why.CLOSED);
    assertThat(refused.question().status()).isEqualTo(SuspensionStatus.CANCELLED);
  }
}
