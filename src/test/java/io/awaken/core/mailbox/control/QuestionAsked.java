package io.awaken.core.mailbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.mailbox.control.DecisionRequest.About;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.AskingNode;
import java.util.Set;

/** A run that waits for the answer to a question of its gate, and ways to answer it. */
abstract class QuestionAsked {

  static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  static final Caller ADA = new Caller("default", "ada", Set.of());
  static final Caller BOB = new Caller("default", "bob", Set.of("manager"));

  AskingNode asking = new AskingNode(AskingNode.APPROVAL);
  RunId run;
  SuspensionRecord question;

  void ask() {
    run = asking.ask("t", ADA);
    question = asking.question(run);
  }

  void ask(SuspendTicket ticket) {
    asking = new AskingNode(ticket);
    ask();
  }

  DecisionRequest resume() {
    return DecisionRequest.of(BOB, question.callId(), DecisionAction.RESUME);
  }

  DecisionRequest cancel() {
    return DecisionRequest.of(BOB, question.callId(), DecisionAction.CANCEL);
  }

  DecisionRequest answering(JsonNode payload) {
    return new DecisionRequest(
        BOB, question.callId(), About.LAST, null, DecisionAction.RESUME, payload, null);
  }

  DecisionResult decide(DecisionRequest request) {
    return asking.node.decider.decide(run, request);
  }

  static DecisionRequest named(DecisionRequest request, String id) {
    return new DecisionRequest(
        request.caller(),
        request.callId(),
        request.about(),
        id,
        request.action(),
        request.payload(),
        request.reason());
  }

  static DecisionRequest about(DecisionRequest request, String question, String hash) {
    return new DecisionRequest(
        request.caller(),
        request.callId(),
        new About(question, hash),
        request.decisionId(),
        request.action(),
        request.payload(),
        request.reason());
  }

  void assertUntouched() {
    assertThat(asking.question(run).status()).isEqualTo(SuspensionStatus.OPEN);
    asking.goOn();
    assertThat(asking.paid()).isZero();
    assertThat(asking.record(run).status()).isEqualTo(RunStatus.WAITING);
  }
}
