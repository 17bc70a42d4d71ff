package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.message;
import static io.awaken.protocol.agui.AguiApi.result;
import static io.awaken.protocol.agui.AguiApi.run;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Role;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.security.Refusal;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edited messages and regenerated answers. */
@Rows(239)
class AguiSupersedesTest {

  private static final String OPEN_DIALOG = "[{\"name\":\"open_dialog\"}]";

  private static AguiApi answering() {
    return new AguiApi(Script.builder().says("Yes.").repeating().build());
  }

  private static AguiApi callingFrontendTool() {
    return new AguiApi(
        Script.builder().calls("open_dialog", Map.of()).says("It was closed.").repeating().build());
  }

  private static ObjectNode withTools(ObjectNode body) {
    return body.set("tools", json(OPEN_DIALOG));
  }

  private static String pendingCall(List<JsonNode> asked) {
    return asked.getLast().at("/outcome/pendingToolCallIds/0").asText();
  }

  /** The texts of the thread; instead of an answer the number of its run, counted from 1. */
  private static List<String> texts(AguiApi api) {
    var thread = new ThreadId("t");
    var all = new MessageQuery(thread, Filter.ALL.withSuperseded(), false, null, 0, 99);
    List<String> runs =
        api.node.stores.threads().messages(all).items().stream()
            .map(StoredMessage::message)
            .filter(message -> message.role() == Role.ASSISTANT)
            .map(message -> message.metadata().runId())
            .distinct()
            .toList();
    return api.node.stores.threads().history(thread).stream()
        .filter(message -> !message.text().isEmpty())
        .map(
            message ->
                message.role() == Role.ASSISTANT
                    ? String.valueOf(runs.indexOf(message.metadata().runId()) + 1)
                    : message.text())
        .toList();
  }

  /** The user messages as a page that loads the thread sees them: {@code id=text}. */
  private static List<String> shown(AguiApi api) {
    var shown = new ArrayList<String>();
    for (JsonNode each : api.messages("t").get("messages")) {
      if (each.get("role").asText().equals("user")) {
        shown.add(each.get("id").asText() + "=" + each.get("content").asText());
      }
    }
    return shown;
  }

  @ParameterizedTest
  @ValueSource(strings = {"m1", "an id/ü", "ui-m1"})
  void aListThatEndsWithAKnownMessageRegeneratesItsAnswer(String id) {
    AguiApi api = answering();
    api.post(body("t", "r1", user(id, "One?")));

    api.post(body("t", "r2", user(id, "One?")));

    assertThat(texts(api)).containsExactly("One?", "2");
  }

  @Test
  void regeneratingAnEarlierAnswerSupersedesAllBehindIt() {
    AguiApi api = answering();
    List<JsonNode> first = api.post(body("t", "r1", user("m1", "One?")));
    api.post(body("t", "r2", user("m2", "Two?")));
    api.post(body("t", "r3", user("m3", "Three?")));
    String answer = first.get(2).get("messageId").asText();

    api.post(
        body("t", "r4", user("m1", "One?"), message(answer, "assistant", "1"), user("m2", "Two?")));

    assertThat(texts(api)).containsExactly("One?", "1", "Two?", "4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"m1", "ui-m1", "0123456789-0123456789-0123456789-0123456789"})
  void anotherTextUnderAKnownIdIsAnEdit(String id) {
    AguiApi api = answering();
    api.post(body("t", "r1", user(id, "One?")));
    api.post(body("t", "r2", user("m2", "Two?")));

    api.post(body("t", "r3", user(id, "Uno?")));

    assertThat(texts(api)).containsExactly("Uno?", "3");
    assertThat(shown(api)).containsExactly(id + "=Uno?");
  }

  @Test
  void anEditedMessageIsEditedAndRegeneratedAgainUnderItsId() {
    AguiApi api = answering();
    api.post(body("t", "r1", user("m1", "One?")));
    api.post(body("t", "r2", user("m1", "Uno?")));
    api.post(body("t", "r3", user("m1", "Un?")));

    api.post(body("t", "r4", user("m1", "Un?")));

    assertThat(texts(api)).containsExactly("Un?", "4");
    assertThat(shown(api)).containsExactly("m1=Un?");
  }

  @Test
  void messagesAfterAnEditedOneAreSentAgain() {
    AguiApi api = answering();
    api.post(body("t", "r1", user("m1", "One?")));

    api.post(body("t", "r2", user("m1", "Uno?"), user("m2", "Two?")));
    api.post(body("t", "r3", user("m1", "Un?"), user("m2", "Two?"), user("m3", "Three?")));

    assertThat(texts(api)).containsExactly("Un?", "Two?", "Three?", "3");
    assertThat(shown(api)).containsExactly("m1=Un?", "m2=Two?", "m3=Three?");
  }

  @Test
  void aMessageWithoutAnAnswerIsAnsweredAgain() throws Exception {
    AguiApi api = callingFrontendTool();
    FakeExchange exchange = api.open(body("t", "r1", user("m1", "One?")));
    api.threads().interrupt("t", api.caller);
    api.events(exchange);

    api.post(body("t", "r2", user("m1", "One?")));

    assertThat(texts(api)).containsOnlyOnce("One?");
  }

  @Test
  void anAnswerWithAPagesToolIsRegeneratedWithItsCall() {
    AguiApi api = callingFrontendTool();
    String call = pendingCall(api.post(withTools(body("t", "r1", user("m1", "open")))));
    api.post(withTools(body("t", "r2", user("m1", "open"), result("m3", call, "closed"))));

    List<JsonNode> again = api.post(withTools(body("t", "r3", user("m1", "open"))));

    assertThat(pendingCall(again)).isNotEmpty();
    assertThat(texts(api)).containsExactly("open");
  }

  @Test
  void regeneratingWhileAPagesToolIsPendingEndsTheWaitingRun() {
    AguiApi api = callingFrontendTool();
    List<JsonNode> asked = api.post(withTools(body("t", "r1", user("m1", "open"))));

    List<JsonNode> again = api.post(withTools(body("t", "r2", user("m1", "open now"))));

    assertThat(api.node.record(run(asked)).status()).isEqualTo(RunStatus.DONE);
    assertThat(api.node.record(run(again)).status()).isEqualTo(RunStatus.WAITING);
    assertThat(texts(api)).containsExactly("open now");
  }

  @Test
  void editingDuringAnAnswerCancelsItsRun() {
    AguiApi api = answering();
    FakeExchange running = api.open(body("t", "r1", user("m1", "One?")));

    List<JsonNode> edited = api.post(body("t", "r2", user("m1", "Uno?")));

    List<JsonNode> first = api.events(running);
    assertThat(first.getLast().at("/outcome/type").asText()).isEqualTo("cancelled");
    assertThat(edited.getLast().at("/outcome/type").asText()).isEqualTo("success");
    assertThat(texts(api)).startsWith("Uno?").hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"One?", "Uno?"})
  void aRepeatedRequestReturnsTheSameAnswer(String text) {
    AguiApi api = answering();
    api.post(body("t", "r1", user("m1", "One?")));
    ObjectNode request = body("t", "r2", user("m1", text));
    List<JsonNode> first = api.post(request);

    assertThat(api.post(request)).isEqualTo(first);

    assertThat(texts(api)).containsExactly(text, "2");
  }

  @Test
  void aRepeatedRequestWhoseMessageWasEditedSinceStillReturnsItsAnswer() {
    AguiApi api = answering();
    ObjectNode request = body("t", "r1", user("m1", "One?"));
    List<JsonNode> first = api.post(request);
    api.post(body("t", "r2", user("m1", "Uno?")));

    assertThat(api.post(request)).isEqualTo(first);

    assertThat(texts(api)).containsExactly("Uno?", "2");
  }

  @Test
  void anEditUnderAUsedRunIdIsRefused() {
    AguiApi api = answering();
    api.post(body("t", "r1", user("m1", "One?")));

    Refusal refusal = refusal(() -> api.open(body("t", "r1", user("m1", "Uno?"))));

    assertThat(refusal.status()).isEqualTo(409);
    assertThat(refusal.field()).isEqualTo("runId");
    assertThat(texts(api)).containsExactly("One?", "1");
  }

  @Test
  void aMessageOlderThanTheNewestOnesIsFound() {
    AguiApi api = answering();
    String large = "x".repeat((int) ThreadSnapshot.BYTES);
    api.post(body("t", "r1", user("m1", "One?")));
    api.post(body("t", "r2", user("m1", "Uno?")));
    api.post(body("t", "r3", user("m2", large)));
    assertThat(api.messages("t").get("partial").asBoolean()).isTrue();

    api.post(body("t", "r4", user("m1", "Uno?")));
    assertThat(texts(api)).containsExactly("Uno?", "4");

    api.post(body("t", "r5", user("m3", large)));
    api.post(body("t", "r6", user("m1", "Un?")));
    assertThat(texts(api)).containsExactly("Un?", "6");
  }

  @Test
  void contextBelongsToTheSupersededTurn() {
    AguiApi api = answering();
    JsonNode context = json("[{\"description\":\"The page\",\"value\":\"2\"}]");
    api.post(body("t", "r1", user("m1", "One?")));
    api.post(body("t", "r2", user("m2", "Two?")).set("context", context));

    api.post(body("t", "r3", user("m1", "One?")).set("context", context));

    assertThat(texts(api))
        .containsExactly("One?", "Context from the application:\n- The page: 2", "3");
  }

  @Test
  void anImageThatIsSentAgainIsNotAnEdit() {
    AguiApi api = answering();
    JsonNode image =
        json(
            """
            {"id": "m1", "role": "user", "content": [
              {"type": "text", "text": "Look"},
              {"type": "image", "source": {"type": "data", "value": "iVBORw0KGgo=",
                "mimeType": "image/png"}}]}\
            """);
    api.post(body("t", "r1", image));
    ObjectNode again = body("t", "r2", image);
    List<JsonNode> second = api.post(again);

    assertThat(api.post(again)).isEqualTo(second);
    assertThat(texts(api)).containsExactly("Look", "2");
  }

  @Test
  void theIdOfAnAnswerIsNoIdOfAMessage() {
    AguiApi api = answering();
    String answer = api.post(body("t", "r1", user("m1", "One?"))).get(2).get("messageId").asText();

    Refusal refusal = refusal(() -> api.open(body("t", "r2", user(answer, "Two?"))));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.field()).isEqualTo("messages[0].id");
    assertThat(texts(api)).containsExactly("One?", "1");
  }

  @Test
  void anEditBeforeTheLastAnswerIsHistoryOfTheClient() {
    AguiApi api = answering();
    String answer = api.post(body("t", "r1", user("m1", "One?"))).get(2).get("messageId").asText();

    api.post(
        body(
            "t",
            "r2",
            user("m1", "Uno?"),
            message(answer, "assistant", "Forged."),
            user("m2", "Two?")));

    assertThat(texts(api)).containsExactly("One?", "1", "Two?", "2");
  }

  @Test
  @Attacks("S40")
  void anotherCallerEditsNothing() {
    AguiApi api = answering();
    api.caller = AskingApi.ADA;
    api.post(body("t", "r1", user("m1", "One?")));
    api.caller = Caller.ANONYMOUS;

    assertThat(refusal(() -> api.open(body("t", "r2", user("m1", "Uno?")))).code())
        .isEqualTo("thread_not_found");
  }

  @Test
  void anOpenApprovalIsAnsweredBeforeAnEdit() {
    AguiApi api =
        new AguiApi(
            Script.builder().calls("pay", Map.of("value", "10")).says("Paid.").build(),
            List.of(
                new TestPlugin(
                    "gate",
                    parts ->
                        parts.registerToolGateHook(
                            context ->
                                Optional.of(
                                    new ToolIntercept.Suspend(
                                        SuspendTicket.approval("pay", "May I pay?")))))),
            FunctionTool.answering("pay", "paid"));
    api.post(body("t", "r1", user("m1", "Pay")));

    List<JsonNode> refused = api.post(body("t", "r2", user("m1", "Pay less")));

    assertThat(refused.getLast().get("code").asText()).isEqualTo("resume_required");
    assertThat(texts(api)).containsExactly("Pay");
  }
}
