package io.awaken.http.api.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
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

/**
 * Questions of webhooks' messages for the persons they were sent to; the token is the only
 * credential.
 */
@Path(Authentication.OWN_CREDENTIALS)
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class AnswersResource {

  @Inject WebhookDesk desk;

  /** Accepted when the decision is stored. */
  @POST
  @Route(
      name = "answerByToken",
      summary = "Shows or decides the question of a webhook's token, as the person it was sent to.",
      answers = {
        @Answer(value = SuspensionView.class, description = "The question, for `show`."),
        @Answer(
            status = 202,
            value = DecisionView.class,
            description = "The decision, for `resume` and `cancel`.")
      },
      refuses = {"403 invalid_token not_an_approver", "409 suspension_closed suspension_expired"})
  @Consumes(MediaType.APPLICATION_JSON)
  public Response answer(AnswerByToken body) {
    AnswerByToken sent = Bodies.required(body);
    if (sent.token() == null) {
      throw Refusal.missing("token").exception();
    }
    SuspensionRecord question = desk.answer(sent.token(), sent::by, SuspensionView::of);
    var answer =
        sent.shows()
            ? Response.ok(SuspensionView.of(question))
            : Response.accepted(DecisionView.of(question));
    return answer.header("Cache-Control", "no-store").build();
  }

  /**
   * The body.
   *
   * @param token as received by the webhook
   * @param action {@code resume} or {@code cancel}; {@code show} changes nothing and ignores the
   *     rest
   * @param payload the answer, if the question requires one
   * @param reason for people and the model, at most 2,000 characters
   */
  record AnswerByToken(
      @Required String token,
      @Required @Described(values = {"resume", "cancel", "show"}) String action,
      @Described("The answer, if the question requires one.") JsonNode payload,
      @Described(value = "For people and the model.", max = 2_000) String reason) {

    private boolean shows() {
      return "show".equals(action);
    }

    private DecisionRequest by(Caller person, SuspensionRecord asked) {
      String question = asked.ticket().suspension().id();
      if (shows()) {
        return DecisionRequest.toSee(person, asked.callId(), question);
      }
      return new SubmitDecision(
              asked.callId(), action, payload, reason, null, question, asked.argumentsHash())
          .toRequest(person);
    }

    /** Omits the token. */
    @Override
    public String toString() {
      return "AnswerByToken[" + action + "]";
    }
  }
}
