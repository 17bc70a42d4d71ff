package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.ADA;
import static io.awaken.http.api.run.AskingApi.BOB;
import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.answerText;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.http.security.Refusal;
import io.awaken.provider.scripted.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bob and an operator use a thread of Ada, in which a call waits for an approval. */
@Attacks("S58")
@Rows(239)
class ThreadOfAnotherUserTest {

  private static final ThreadId THREAD = new ThreadId("t");

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");
  private final AguiApi api = asking();
  private List<JsonNode> asked;

  private AguiApi asking() {
    var ticket = SuspendTicket.approval("pay", "May I pay?");
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Suspend(ticket))));
    var script = Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating();
    return new AguiApi(script.build(), List.of(gate), pay);
  }

  @BeforeEach
  void adaAsks() {
    api.node.stores.threads().create(THREAD, ADA, null, null, null);
    api.caller = ADA;
    asked = api.post(body("t", "r1", user("m1", "pay")));
  }

  private ObjectNode approved(String run) {
    ObjectNode body = body("t", run, user("m1", "pay"));
    JsonNode id = asked.getLast().at("/outcome/interrupts/0/id");
    body.set(
        "resume",
        json(
            "[{\"interruptId\":%s,\"status\":\"resolved\",\"payload\":{\"approved\":true}}]"
                .formatted(id)));
    return body;
  }

  private static void assertNotFound(Runnable request) {
    Refusal refusal = refusal(request);
    assertThat(refusal.status()).isEqualTo(404);
    assertThat(refusal.code()).isEqualTo("thread_not_found");
    assertThat(refusal.details()).isNull();
  }

  @Test
  void anotherUserCannotConnectToIt() {
    api.caller = BOB;
    assertNotFound(() -> api.messages("t"));
    assertNotFound(() -> api.reconnect("t"));
    assertNotFound(() -> api.reconnect("t", "r1", null));
    assertNotFound(() -> api.reconnect("t", AguiApi.run(asked).value(), null));
  }

  @Test
  void anotherUserCanNeitherRunNorAnswerNorClear() {
    int messages = api.node.stores.threads().history(THREAD).size();
    api.caller = BOB;
    assertNotFound(() -> api.open(body("t", "r2", user("m2", "Hi"))));
    assertNotFound(() -> api.open(body("t", "r1", user("m1", "pay"))));
    assertNotFound(() -> api.open(approved("r2")));
    assertNotFound(() -> interrupted());

    assertThat(pay.calls()).isEmpty();
    assertThat(api.node.stores.threads().history(THREAD)).hasSize(messages);
    api.caller = ADA;
    assertThat(answerText(api.post(approved("r2")))).isEqualTo("Done.");
  }

  private void interrupted() {
    try {
      api.threads().interrupt("t", api.caller);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anOperatorReadsConnectsAndAnswers() {
    api.caller = BOB.asOperator();
    assertThat(api.messages("t").get("messages")).isNotEmpty();
    String run = AguiApi.run(asked).value();
    assertThat(api.events(api.reconnect("t", run, null)).getLast().get("outcome"))
        .isEqualTo(asked.getLast().get("outcome"));
    assertThat(answerText(api.post(approved("r2")))).isEqualTo("Done.");
    assertThat(pay.calls()).hasSize(1);
  }
}
