package io.awaken.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Secret;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.spec.WebhookSpec.Event;
import io.awaken.core.spec.WebhookSpec.Person;
import io.awaken.core.store.suspension.SuspensionChanges;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket.Told;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RawHttpServer.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What webhooks are told of a run and its question, and what happens when they do not answer. */
class WebhookDeliveryTest {

  private static final Caller ADA = new Caller("default", "ada", Set.of());

  @AutoClose
  private final Receiving receiving =
      new Receiving(
          AskingNode.APPROVAL.expiring(
              new Expiry(Duration.ofHours(3).toMillis(), DecisionAction.CANCEL)));

  private RunId ask() {
    return receiving.asking.ask("t", ADA);
  }

  private void decide(RunId run) {
    var question = receiving.asking.question(run);
    receiving.asking.node.decider.decide(
        run, DecisionRequest.of(ADA, question.callId(), DecisionAction.RESUME));
  }

  @Test
  void aWebhookIsToldOfAQuestionItsAnswerAndTheEndInOrder() {
    receiving.hook("chat", null);
    RunId run = ask();
    receiving.relay.run();
    decide(run);
    receiving.asking.goOn();
    receiving.relay.run();

    assertThat(receiving.types())
        .containsExactly("question.asked", "run.waits", "question.answered", "run.ended");
    JsonNode question = receiving.messages().getFirst().at("/data/question");
    assertThat(question.path("message").asText()).isEqualTo("May I pay?");
    assertThat(question.path("tool").asText()).isEqualTo("pay");
    assertThat(question.at("/arguments/value").asText()).isEqualTo("10");
    assertThat(question.has("answer")).isFalse();
    JsonNode answered = receiving.messages().get(2).at("/data/question/decision");
    assertThat(answered.path("action").asText()).isEqualTo("resume");
    assertThat(answered.path("decided_by").asText()).isEqualTo("ada");
    JsonNode ended = receiving.messages().getLast().path("data");
    assertThat(ended.path("run_id").asText()).isEqualTo(run.value());
    assertThat(ended.path("output").asText()).isEqualTo("Done.");
    assertThat(ended.at("/termination/type").asText()).isEqualTo("natural_end");
    receiving.relay.run();
    assertThat(receiving.requests()).hasSize(4);
  }

  @Test
  void aWebhookForAnswersOnlyIsToldOfThem() {
    receiving.hook("chat", null, Event.QUESTION_ANSWERED);
    RunId run = ask();
    decide(run);
    receiving.relay.run();

    assertThat(receiving.types()).containsExactly("question.answered");
  }

  @Test
  void nobodyIsAskedWhenACallWaitsForAnotherRun() {
    var hook = receiving.hook("chat", null);
    var notices = new Notices(() -> List.of(hook), receiving.asking.clock, () -> {});
    var waiting = new AwaitedRun("helper", "t-2", "r-2").ticket().withId("ask");
    var run = new RunIdentity(new ThreadId("default", "t"), new RunId("r"), null, "agent", ADA);
    var opened =
        new NewSuspension(run, "call", 1, SuspensionKind.CHILD, null, waiting, "hash", true);

    var asked = notices.asked("c", new SuspensionChanges(List.of(opened), List.of(), List.of()));

    assertThat(asked.entries()).isEmpty();
    assertThat(asked.suspensions().opened()).containsExactly(opened);
  }

  @Test
  void aMessageIsSignedAsStandardWebhooksSay() throws Exception {
    receiving.hook("chat", null, Event.RUN_WAITS);
    ask();
    receiving.relay.run();

    Request sent = receiving.requests().getFirst();
    String id = Receiving.header(sent, "webhook-id");
    String time = Receiving.header(sent, "webhook-timestamp");
    assertThat(Long.parseLong(time)).isEqualTo(receiving.asking.clock.instant().getEpochSecond());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(
        new SecretKeySpec(
            "01234567890123456789012345678901".getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
    byte[] signature =
        mac.doFinal((id + "." + time + "." + sent.body()).getBytes(StandardCharsets.UTF_8));
    assertThat(Receiving.header(sent, "webhook-signature"))
        .isEqualTo("v1," + Base64.getEncoder().encodeToString(signature));
  }

  @Test
  @Failures("F49")
  void aReceiverThatFailsForAnHourGetsEveryMessageOnceAndInOrderWhenItIsBack() {
    receiving.hook("chat", null);
    receiving.answers("500 Internal Server Error");
    RunId run = ask();
    receiving.relay.run();
    decide(run);
    receiving.asking.goOn();
    assertThat(receiving.asking.record(run).status()).isEqualTo(RunStatus.DONE);
    for (int minute = 0; minute < 60; minute++) {
      receiving.after(Duration.ofMinutes(1));
    }
    assertThat(receiving.types()).containsOnly("question.asked").hasSizeLessThan(10);
    var ids = receiving.requests().stream().map(sent -> Receiving.header(sent, "webhook-id"));
    assertThat(ids.distinct()).hasSize(1);

    int failed = receiving.requests().size();
    receiving.answers("200 OK");
    receiving.after(Duration.ofHours(1));

    assertThat(receiving.types().subList(failed, receiving.types().size()))
        .containsExactly("question.asked", "run.waits", "question.answered", "run.ended");
  }

  @Test
  @Failures("F49")
  void aMessageThatFailsForADayIsGivenUpListedAndRedriven() {
    receiving.hook("chat", null, Event.RUN_WAITS);
    receiving.answers("500 Internal Server Error");
    ask();
    receiving.relay.run();
    for (int hour = 0; hour < 30; hour++) {
      receiving.after(Duration.ofHours(1));
    }
    assertThat(receiving.requests()).hasSizeLessThanOrEqualTo(RetryRules.WAITS.size() + 1);
    var givenUp = receiving.undelivered().getFirst();
    assertThat(givenUp.givenUp()).isTrue();
    assertThat(givenUp.failure()).isEqualTo("answered 500");
    receiving.answers("200 OK");
    receiving.after(Duration.ofDays(1));
    int failed = receiving.requests().size();

    var dead = givenUp.last();
    assertThat(receiving.failed.redrive(dead.threadId(), dead.entry().id())).isTrue();

    assertThat(receiving.requests()).hasSize(failed + 1);
    assertThat(receiving.undelivered()).isEmpty();
  }

  @ParameterizedTest
  @Attacks("S21")
  @ValueSource(
      strings = {
        "302 Found\r\nLocation: http://169.254.169.254/latest",
        "307 Temporary Redirect\r\nLocation: http://127.0.0.1/"
      })
  void aRedirectIsNotFollowedButAFailure(String status) {
    receiving.hook("chat", null, Event.RUN_WAITS);
    receiving.answers(status);
    ask();
    receiving.relay.run();

    assertThat(receiving.requests()).hasSize(1);
    var failed = receiving.undelivered().getFirst();
    assertThat(failed.failure()).isEqualTo("answered " + status.substring(0, 3));
    assertThat(failed.givenUp()).isFalse();
  }

  @Test
  @Attacks("S21")
  void anAnswerOfAGigabyteIsNotRead() {
    receiving.hook("chat", null, Event.RUN_WAITS);
    receiving.answer = "HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\nbegin";
    ask();
    receiving.relay.run();

    assertThat(receiving.requests()).hasSize(1);
    assertThat(receiving.undelivered()).isEmpty();
  }

  @ParameterizedTest
  @Attacks("S20")
  @ValueSource(strings = {"http://localhost/x", "http://10.0.0.1/x", "http://169.254.169.254/x"})
  void anAddressThatIsRefusedAtDeliveryIsGivenUpAtOnce(String url) {
    receiving.hook("chat", url, null, Event.RUN_WAITS);
    ask();
    receiving.relay.run();

    assertThat(receiving.undelivered()).singleElement().matches(each -> each.givenUp());
  }

  @Test
  void anOpenQuestionIsRemindedOfBeforeItExpiresAndADecidedOneIsNot() {
    receiving.hook("chat", null, Event.QUESTION_REMINDED);
    RunId run = ask();
    receiving.after(Duration.ofMinutes(119));
    assertThat(receiving.requests()).isEmpty();
    receiving.after(Duration.ofMinutes(1));
    assertThat(receiving.types()).containsExactly("question.reminded");

    decide(run);
    receiving.asking.goOn();
    receiving.asking.ask("other", ADA);
    decide(receiving.asking.ask("third", ADA));
    receiving.after(Duration.ofHours(2));
    assertThat(receiving.types()).containsExactly("question.reminded", "question.reminded");
  }

  @Test
  void aQuestionThatStaysOpenIsEscalatedWithATokenAndADecidedOneIsNot() {
    receiving.escalated("pager", Duration.ofMinutes(10));
    ask();
    decide(receiving.asking.ask("other", ADA));
    receiving.after(Duration.ofMinutes(9));
    assertThat(receiving.requests()).isEmpty();

    receiving.after(Duration.ofMinutes(1));

    assertThat(receiving.types()).containsExactly("question.escalated");
    JsonNode question = receiving.messages().getFirst().at("/data/question");
    assertThat(question.path("message").asText()).isEqualTo("May I pay?");
    assertThat(question.at("/answer/as").asText()).isEqualTo("bob");
    receiving.after(Duration.ofHours(1));
    assertThat(receiving.requests()).hasSize(1);
  }

  @Test
  void anEscalationFollowsTheMessagesOfItsRunThatHaveNotArrived() {
    receiving.hook("chat", null, Event.QUESTION_ASKED, Event.QUESTION_ESCALATED);
    receiving.answers("500 Internal Server Error");
    ask();
    receiving.relay.run();
    receiving.after(Duration.ofSeconds(WebhookSpec.DEFAULT_ESCALATE_AFTER_S));
    assertThat(receiving.types()).containsOnly("question.asked");
    int failed = receiving.requests().size();

    receiving.answers("200 OK");
    receiving.after(Duration.ofHours(1));

    assertThat(receiving.types().subList(failed, receiving.types().size()))
        .containsExactly("question.asked", "question.escalated");
  }

  @Test
  void aQuestionIsNotEscalatedWhenItHasExpired() {
    receiving.escalated("late", Duration.ofHours(3));
    assertThat(receiving.asking.question(ask()).ticket().told()).isEmpty();
    receiving.escalated("pager", Duration.ofHours(2));
    receiving.asking.ask("other", ADA);

    // No node has decided yet that it has expired.
    receiving.after(Duration.ofHours(3));

    assertThat(receiving.requests()).isEmpty();
  }

  @Test
  void aQuestionThatNeverExpiresIsEscalatedButNotReminded() throws Exception {
    try (var forever = new Receiving(AskingNode.APPROVAL)) {
      forever.hook("chat", null, Event.QUESTION_REMINDED, Event.QUESTION_ESCALATED);
      forever.asking.ask("t", ADA);

      forever.after(Duration.ofDays(30));

      assertThat(forever.types()).containsExactly("question.escalated");
    }
  }

  @Test
  void whoWasToldStandsInTheQuestion() {
    receiving.hook("chat", Receiving.BOB, Event.QUESTION_ASKED);
    receiving.hook("audit", null, Event.QUESTION_ANSWERED);
    receiving.hook("ends", null, Event.RUN_ENDED);
    receiving.escalated("pager", Duration.ofMinutes(10));

    assertThat(receiving.asking.question(ask()).ticket().told())
        .containsExactly(
            new Told("chat", "bob"), new Told("audit", null), new Told("pager", "bob"));
  }

  @Test
  void aQuestionHasATokenWithWhichItsPersonAnswersIt() {
    receiving.hook("chat", Receiving.BOB, Event.QUESTION_ASKED);
    RunId run = ask();
    receiving.relay.run();

    JsonNode answer = receiving.messages().getFirst().at("/data/question/answer");
    assertThat(answer.path("as").asText()).isEqualTo("bob");
    assertThat(answer.path("url").asText()).isEqualTo("https://agents.example/v1/answers");
    String token = answer.path("token").asText();
    assertThat(answer.path("link").asText())
        .isEqualTo("https://agents.example/page/answer.html#token=" + token);
    var read = new AnswerTokens(() -> receiving.webhooks).read(token);
    assertThat(read.orElseThrow().run()).isEqualTo(run);
    assertThat(read.orElseThrow().of(receiving.asking.question(run)))
        .contains(new Caller("default", "bob", Set.of("manager")));
  }

  @Test
  void aTokenIsWorthNothingForAnotherPersonKeyOrQuestion() {
    receiving.hook("chat", Receiving.BOB, Event.QUESTION_ASKED);
    ask();
    receiving.relay.run();
    String token = receiving.messages().getFirst().at("/data/question/answer/token").asText();
    var tokens = new AnswerTokens(() -> receiving.webhooks);
    RunId other = receiving.asking.ask("other", ADA);

    assertThat(tokens.read(token).orElseThrow().of(receiving.asking.question(other))).isEmpty();
    char first = token.charAt(0) == 'A' ? 'B' : 'A';
    assertThat(tokens.read(first + token.substring(1))).isEmpty();
    assertThat(tokens.read(token.substring(0, token.indexOf('.')))).isEmpty();
    assertThat(tokens.read("no token")).isEmpty();
    receiving.webhooks.clear();
    receiving.hook("chat", new Person("eve", null));
    assertThat(tokens.read(token)).isEmpty();
  }

  @Test
  void nothingIsWrittenForARunThatNoWebhookMatches() {
    receiving.webhooks.add(
        new WebhookSpec(
            "chat",
            receiving.server.baseUrl(),
            Secret.of(Receiving.SECRET),
            null,
            List.of("other"),
            null,
            null,
            null,
            null));
    RunId run = ask();
    decide(run);
    receiving.asking.goOn();

    assertThat(receiving.asking.node.stores.mailbox().queue().waiting().outbox()).isFalse();
    assertThat(receiving.asking.question(run).ticket().told()).isEmpty();
  }

  @Test
  void aMessageForAWebhookThatIsGoneIsRemoved() {
    receiving.hook("chat", null, Event.RUN_WAITS);
    ask();
    receiving.webhooks.clear();
    receiving.relay.run();

    assertThat(receiving.requests()).isEmpty();
    assertThat(receiving.asking.node.stores.mailbox().queue().waiting().outbox()).isFalse();
  }

  @Test
  void theEndOfARunThatNobodyExecutesIsToldToo() {
    receiving.hook("chat", null, Event.RUN_ENDED);
    RunId run = ask();
    receiving.asking.node.canceller.cancel(run, ADA);
    receiving.asking.node.relay.run();
    receiving.relay.run();

    assertThat(receiving.messages())
        .singleElement()
        .extracting(message -> message.at("/data/termination/type").asText())
        .isEqualTo("cancelled");
  }
}
