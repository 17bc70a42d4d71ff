package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.json;
import static io.awaken.protocol.agui.AguiApi.types;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.sharing.SharedStatePlugin;
import io.awaken.core.action.SharedState;
import io.awaken.core.message.Message;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state that a page shares with its agent, both ways. */
@Rows(240)
class AguiSharedStateTest {

  private static final String RED = "{\"colour\":\"red\"}";

  private final RecordingModel model =
      new RecordingModel(Script.builder().says("Yes.").repeating());

  private AguiApi answering() {
    return new AguiApi(model, agent -> agent, List.of());
  }

  private static AguiApi painting() {
    return new AguiApi(
        RecordingModel.turns(
            Script.builder().calls("update_shared_state", changes("colour", "blue")),
            Script.builder().says("It is blue."),
            Script.builder().calls("update_shared_state", changes("size", 3)),
            Script.builder().says("It is larger.")),
        agent -> agent,
        List.of(new SharedStatePlugin()));
  }

  private static Map<String, Object> changes(String member, Object value) {
    return Map.of("changes", Map.of(member, value));
  }

  private static ObjectNode asking(String run, String state) {
    ObjectNode body = body("t", run, user("m-" + run, "Well?"));
    return body.set("state", json(state));
  }

  private static List<JsonNode> ofState(List<JsonNode> events) {
    return events.stream().filter(each -> each.get("type").asText().startsWith("STATE")).toList();
  }

  private List<String> askedLast() {
    return model.requests().getLast().messages().stream().map(Message::text).toList();
  }

  @Test
  void theModelReadsThePagesState() {
    AguiApi api = answering();

    api.post(asking("r1", RED));

    assertThat(askedLast())
        .containsExactly("State shared with the application, as JSON: " + RED, "Well?");
  }

  @Test
  void aChangeByTheModelReachesThePage() {
    AguiApi api = painting();

    List<JsonNode> events = ofState(api.post(asking("r1", RED)));

    assertThat(types(events)).containsExactly("STATE_SNAPSHOT", "STATE_DELTA");
    assertThat(events.getFirst().get("snapshot")).isEqualTo(json(RED));
    assertThat(events.getLast().get("delta"))
        .isEqualTo(json("[{\"op\":\"replace\",\"path\":\"/colour\",\"value\":\"blue\"}]"));
  }

  @Test
  void aStateThatThePageReturnsUnchangedIsNeitherStoredNorSentAgain() {
    AguiApi api = answering();
    api.post(asking("r1", RED));

    List<JsonNode> events = api.post(asking("r2", RED));

    assertThat(ofState(events)).isEmpty();
    assertThat(askedLast()).contains("State shared with the application, as JSON: " + RED);
  }

  @Test
  void theFirstChangeOfAStateThatThePageReturnedIsSentWhole() {
    AguiApi api = painting();
    api.post(asking("r1", RED));
    String blue = "{\"colour\":\"blue\"}";

    List<JsonNode> events = ofState(api.post(asking("r2", blue)));

    assertThat(types(events)).containsExactly("STATE_SNAPSHOT");
    assertThat(events.getFirst().get("snapshot"))
        .isEqualTo(json("{\"colour\":\"blue\",\"size\":3}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}"})
  void aPageWithoutStateGetsTheStoredOneAndErasesNothing(String none) {
    AguiApi api = answering();
    api.post(asking("r1", RED));

    List<JsonNode> events = ofState(api.post(asking("r2", none)));

    assertThat(types(events)).containsExactly("STATE_SNAPSHOT");
    assertThat(events.getFirst().get("snapshot")).isEqualTo(json(RED));
  }

  @Test
  void aStateThatThePageChangedReplacesTheStoredOne() {
    AguiApi api = answering();
    api.post(asking("r1", RED));

    api.post(asking("r2", "{\"size\":3}"));

    assertThat(askedLast())
        .contains("State shared with the application, as JSON: {\"size\":3}")
        .doesNotContain("State shared with the application, as JSON: " + RED);
  }

  @Test
  void aReloadedPageGetsTheState() {
    AguiApi api = answering();
    api.post(asking("r1", RED));
    api.post(asking("r2", RED));

    List<JsonNode> events = ofState(api.events(api.reconnect("t")));

    assertThat(events.getFirst().get("snapshot")).isEqualTo(json(RED));
  }

  @Test
  void anAgentThatSharesNoStateSaysSo() {
    var api = new AguiApi(model, agent -> agent.toBuilder().sharedState(false).build(), List.of());

    Refusal refusal = refusal(() -> api.open(asking("r1", RED)));

    assertThat(refusal.code()).isEqualTo("state_not_allowed");
    assertThat(refusal.field()).isEqualTo("state");
    assertThat(refusal.message()).contains("shared_state: false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "\"red\"", "1"})
  void aStateThatIsNoObjectIsRefused(String state) {
    Refusal refusal = refusal(() -> answering().open(asking("r1", state)));

    assertThat(refusal.message()).isEqualTo("state must be an object");
    assertThat(refusal.field()).isEqualTo("state");
  }

  @Test
  void aStateThatTwoCallsMadeTooLargeIsTakenAsThePageGotIt() {
    String text = "x".repeat(SharedState.MAX_CHARS - 100);
    var calls =
        Script.builder()
            .calls("update_shared_state", changes("a", text))
            .andCalls("update_shared_state", changes("b", text))
            .says("Done.")
            .repeating();
    var api = new AguiApi(calls.build(), List.of(new SharedStatePlugin()));
    api.post(asking("r1", "{}"));
    ObjectNode both = (ObjectNode) json("{}");

    List<JsonNode> events = api.post(asking("r2", both.put("a", text).put("b", text).toString()));

    assertThat(types(events)).endsWith("RUN_FINISHED").doesNotContain("STATE_SNAPSHOT");
  }

  @Test
  void aLargeStateIsRefusedWithTheLimit() {
    String large = "{\"text\":\"" + "x".repeat(SharedState.MAX_CHARS) + "\"}";

    Refusal refusal = refusal(() -> answering().open(asking("r1", large)));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.message()).isEqualTo("state must have at most 131072 characters as JSON");
  }
}
