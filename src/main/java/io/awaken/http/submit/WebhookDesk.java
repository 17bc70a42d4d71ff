package io.awaken.http.submit;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.webhook.AnswerTokens;
import io.awaken.core.webhook.AnswerTokens.Answerer;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Takes answers of persons that webhooks told of questions, and redrives messages. Thread-safe. */
@Dependent
public class WebhookDesk {

  private final AnswerTokens tokens;
  private final SuspensionStore suspensions;
  private final RunDecisions decisions;
  private final FailedDeliveries deliveries;

  @Inject
  public WebhookDesk(
      AnswerTokens tokens,
      SuspensionStore suspensions,
      RunDecisions decisions,
      FailedDeliveries deliveries) {
    this.tokens = tokens;
    this.suspensions = suspensions;
    this.decisions = decisions;
    this.deliveries = deliveries;
  }

  /**
   * Decides or shows the question of a token as its person.
   *
   * @param answer what the person wants of the question
   * @param shown creates the details of a refusal from the current question
   * @throws RefusedException 400, 403 or 409
   */
  public SuspensionRecord answer(
      String token,
      BiFunction<Caller, SuspensionRecord, DecisionRequest> answer,
      Function<SuspensionRecord, Record> shown) {
    Answerer answerer = tokens.read(token).orElseThrow(WebhookDesk::invalid);
    for (SuspensionRecord asked : suspensions.ofRun(answerer.run())) {
      Optional<Caller> person = answerer.of(asked);
      if (person.isPresent()) {
        return decide(answerer.run(), answer.apply(person.get(), asked), shown);
      }
    }
    throw invalid();
  }

  /** A person who may not see the question knows it nevertheless. */
  private SuspensionRecord decide(
      RunId run, DecisionRequest request, Function<SuspensionRecord, Record> shown) {
    try {
      return decisions.decide(run, request, shown);
    } catch (RefusedException e) {
      throw e.refusal().status() == 404
          ? Refusal.forbidden("not_an_approver", "the person may not decide in this thread")
              .exception()
          : e;
    }
  }

  /** One answer for every reason, which says nothing about questions. */
  private static RefusedException invalid() {
    return Refusal.forbidden("invalid_token", "the token answers no question").exception();
  }

  /**
   * Sends a message of the operator's tenant again.
   *
   * @throws RefusedException 404 when none has failed under this id
   */
  public void redrive(String thread, String id, Caller operator) {
    PathIds.possibleThread(thread, operator)
        .filter(known -> deliveries.redrive(known, id))
        .orElseThrow(() -> Refusal.notFound("delivery", id).exception());
  }
}
