package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.run;
import static io.awaken.protocol.agui.AguiApi.types;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.sharing.SharedStatePlugin;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** State that a page sends with its answer to a run whose call of the model's tool waits. */
@Rows({177, 240})
class AguiStateOfWaitingRunTest {

  private static final String RED = "{\"colour\":\"red\"}";
  private static final String LARGE_RED = "{\"colour\":\"red\",\"size\":3}";
  private static final String LARGE_BLUE = "{\"colour\":\"blue\",\"size\":3}";

  private final RecordingModel model =
      RecordingModel.turns(
          Script.builder()
              .calls("update_shared_state", Map.of("changes", Map.of("colour", "blue"))),
          Script.builder().says("It is blue."));

  private final AguiApi api =
      new AguiApi(
          model,
          agent -> agent,
          List.of(
              new SharedStatePlugin(),
              new TestPlugin(
                  "gate",
                  parts ->
                      parts.registerToolGateHook(
                          context ->
                              Optional.of(
                                  new ToolIntercept.Suspend(
                                      SuspendTicket.approval("paint", "May I paint?")))))));

  private List<JsonNode> ask() {
    ObjectNode body = body("t", "r1", user("m1", "Paint"));
    return api.post(body.set("state", json(RED)));
  }

  private static ObjectNode answer(List<JsonNode> asked, boolean approved, String state) {
    ObjectNode body = body("t", "r2", user("m1", "Paint"));
    body.putArray("resume")
        .addObject()
        .put("status", "resolved")
        .<ObjectNode>set("interruptId", asked.getLast().at("/outcome/interrupts/0/id"))
        .putObject("payload")
        .put("approved", approved);
    return body.set("state", json(state));
  }

  private JsonNode stored(List<JsonNode> asked) {
    return api.node
        .stores
        .threads()
        .state(new ThreadId("t"), run(asked))
        .thread()
        .extensions()
        .get(RuntimeKeys.SHARED_STATE.name());
  }

  private static List<JsonNode> ofState(List<JsonNode> events) {
    return events.stream().filter(each -> each.get("type").asText().startsWith("STATE")).toList();
  }

  /** What the model read before its answer. */
  private String readLast() {
    return model.requests().getLast().messages().stream()
        .map(Message::text)
        .filter(text -> text.startsWith("State shared"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anApprovedCallChangesTheStateThatCameWithTheApproval() {
    List<JsonNode> asked = ask();

    List<JsonNode> resumed = api.post(answer(asked, true, LARGE_RED));

    assertThat(stored(asked)).isEqualTo(json(LARGE_BLUE));
    assertThat(readLast()).endsWith(LARGE_BLUE);
    assertThat(types(resumed)).endsWith("RUN_FINISHED");
  }

  @Test
  void thePageEndsWithTheStateThatIsStored() {
    List<JsonNode> asked = ask();

    List<JsonNode> changes = ofState(api.post(answer(asked, true, LARGE_RED)));

    assertThat(types(changes)).containsExactly("STATE_SNAPSHOT", "STATE_DELTA");
    assertThat(changes.getFirst().get("snapshot")).isEqualTo(json(LARGE_RED));
    assertThat(changes.getLast().get("delta"))
        .isEqualTo(json("[{\"op\":\"replace\",\"path\":\"/colour\",\"value\":\"blue\"}]"));
  }

  @Test
  void aMessageThatCameWithTheStateFollowsTheCall() {
    List<JsonNode> asked = ask();
    ObjectNode answer = answer(asked, true, LARGE_RED);
    answer.withArray("messages").add(user("m2", "And the fence?"));

    api.post(answer);

    assertThat(stored(asked)).isEqualTo(json(LARGE_BLUE));
    assertThat(api.node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.USER, Role.ASSISTANT);
  }

  @Test
  void theModelReadsTheStateThatCameWithADenial() {
    List<JsonNode> asked = ask();

    api.post(answer(asked, false, LARGE_RED));

    assertThat(stored(asked)).isEqualTo(json(LARGE_RED));
    assertThat(readLast()).endsWith(LARGE_RED);
  }

  @Test
  void aRefusedStateLeavesTheQuestionOpen() {
    List<JsonNode> asked = ask();
    String large = "{\"text\":\"" + "x".repeat(SharedState.MAX_CHARS) + "\"}";

    assertThat(refusal(() -> api.open(answer(asked, true, large))).field()).isEqualTo("state");

    List<JsonNode> resumed = api.post(answer(asked, true, RED));
    assertThat(stored(asked)).isEqualTo(json("{\"colour\":\"blue\"}"));
    assertThat(types(resumed)).endsWith("RUN_FINISHED");
  }
}
