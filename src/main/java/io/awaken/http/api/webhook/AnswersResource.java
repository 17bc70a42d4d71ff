package io.awaken.http.api.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.http.api.suspension.DecisionView;
import io.awaken.http.api.suspension.SubmitDecision;
import io.awaken.http.api.suspension.SuspensionView;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Authentication;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.WebhookDesk;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Answers of the persons that webhooks told of questions; the token is the only credential. */
@Path(Authentication.OWN_CREDENTIALS)
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class AnswersResource {

  @Inject WebhookDesk desk;

  /** Accepted when the decision is stored. */
  @POST
  @Route(
      name = "answerByToken",
      summary = "Decides the question of a webhook's token, as the person it was sent to.",
      answers = @Answer(status = 202, value = DecisionView.class),
      refuses = {"403 invalid_token not_an_approver", "409 suspension_closed suspension_expired"})
  @Consumes(MediaType.APPLICATION_JSON)
  public Response answer(AnswerByToken body) {
    return Response.accepted(answered(body)).header("Cache-Control", "no-store").build();
  }

  DecisionView answered(AnswerByToken body) {
    AnswerByToken sent = Bodies.required(body);
    if (sent.token() == null) {
      throw Refusal.missing("token").exception();
    }
    return DecisionView.of(
        desk.answer(
            sent.token(),
            (person, asked) -> sent.about(asked).toRequest(person),
            SuspensionView::of));
  }

  /**
   * The body.
   *
   * @param token as received by the webhook
   * @param action {@code resume} or {@code cancel}
   * @param payload the answer, if the question requires one
   * @param reason for people and the model, at most 2,000 characters
   */
  record AnswerByToken(
      @Required String token,
      @Required @Described(values = {"resume", "cancel"}) String action,
      @Described("The answer, if the question requires one.") JsonNode payload,
      @Described(value = "For people and the model.", max = 2_000) String reason) {

    SubmitDecision about(SuspensionRecord asked) {
      return new SubmitDecision(
          asked.callId(),
          action,
          payload,
          reason,
          null,
          asked.ticket().suspension().id(),
          asked.argumentsHash());
    }

    /** Omits the token. */
    @Override
    public String toString() {
      return "AnswerByToken[" + action + "]";
    }
  }
}
