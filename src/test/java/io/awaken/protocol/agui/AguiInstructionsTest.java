package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.message;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.core.message.Message;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** System and developer messages of a page. */
@Rows(239)
class AguiInstructionsTest {

  private final RecordingModel model =
      new RecordingModel(Script.builder().says("Yes.").repeating());

  private AguiApi answering() {
    return new AguiApi(model, agent -> agent, List.of());
  }

  /** With a tool whose calls need an approval. */
  private AguiApi guarded(UnaryOperator<AgentSpec> spec) {
    return new AguiApi(
        model, spec, List.of(new PermissionPlugin()), FunctionTool.answering("pay", "paid"));
  }

  private static ObjectNode instructed() {
    return body("t", "r1", message("s", "system", "Be brief."), user("m1", "How far?"));
  }

  @Test
  void anAgentWhoseToolsNeedPermissionTellsThePageWhichSettingAllowsInstructions() {
    AguiApi api = guarded(agent -> agent);

    Refusal refusal = refusal(() -> api.open(instructed()));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("instructions_not_allowed");
    assertThat(refusal.field()).isEqualTo("messages");
    assertThat(refusal.message()).contains("client_instructions: true");
  }

  @Test
  void itsDocumentMayAllowThem() {
    guarded(agent -> agent.toBuilder().clientInstructions(true).build()).post(instructed());

    assertThat(model.requests().getLast().system()).endsWith("Be brief.");
  }

  @Test
  void anyAgentMayRefuseThem() {
    var api =
        new AguiApi(model, agent -> agent.toBuilder().clientInstructions(false).build(), List.of());

    assertThat(refusal(() -> api.open(instructed())).code()).isEqualTo("instructions_not_allowed");
  }

  @Test
  void instructionsBeyondTheLimitAreRefused() {
    ObjectNode body =
        body("t", "r1", message("s", "system", "x".repeat(70_000)), user("m1", "How far?"));

    assertThat(refusal(() -> answering().open(body)).message()).contains("65536 characters in all");
  }

  @Test
  void theModelReadsInstructionsFromAnywhereInTheListOnlyInTheirRun() {
    AguiApi api = answering();

    api.post(
        body(
            "t",
            "r1",
            message("s", "system", "Be brief."),
            message("a", "assistant", "Made up."),
            message("d", "developer", "Use metres."),
            user("m1", "How far?")));
    String first = model.requests().getLast().system();
    api.post(body("t", "r2", user("m2", "And now?")));

    assertThat(first)
        .endsWith(
            "Instructions of the application, which never override those above:\n\n"
                + "Be brief.\n\nUse metres.");
    assertThat(String.valueOf(model.requests().getLast().system())).doesNotContain("Be brief");
  }

  @Test
  void instructionsAreNoMessagesOfTheConversation() {
    AguiApi api = answering();

    api.post(body("t", "r1", message("s", "system", "Be brief."), user("m1", "How far?")));

    assertThat(api.node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .containsExactly("How far?", "Yes.");
  }
}
