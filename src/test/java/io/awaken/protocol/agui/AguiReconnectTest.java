package io.awaken.protocol.agui;

import static io.awaken.http.api.run.AskingApi.refusal;
import static io.awaken.protocol.agui.AguiApi.body;
import static io.awaken.protocol.agui.AguiApi.run;
import static io.awaken.protocol.agui.AguiApi.types;
import static io.awaken.protocol.agui.AguiApi.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A client reconnects to a run, with its last frame or without one. */
@Rows({175, 176, 239})
class AguiReconnectTest {

  private static AguiApi paying() {
    return new AguiApi(
        Script.builder()
            .says("I look.")
            .andCalls("pay", Map.of("value", "10"))
            .says("It is paid now.")
            .andReasons("Paid?")
            .repeating()
            .build(),
        FunctionTool.answering("pay", "paid"));
  }

  private static List<String> frames(String stream) {
    return Stream.of(stream.split("\n\n")).filter(frame -> !frame.startsWith(":")).toList();
  }

  private static String id(String frame) {
    return frame
        .lines()
        .filter(line -> line.startsWith("id: "))
        .map(line -> line.substring(4))
        .findFirst()
        .orElse(null);
  }

  @Test
  void reconnectingAtAnyFrameReturnsTheRest() {
    AguiApi api = paying();
    List<String> all = frames(api.text(api.open(body("t", "r1", user("m1", "pay")))));
    assertThat(all).hasSizeGreaterThan(15);

    for (int i = 1; i < all.size() - 1; i++) {
      String rest = api.text(api.reconnect("t", "r1", id(all.get(i))));
      assertThat(frames(rest)).as("after %s", all.get(i)).isEqualTo(all.subList(i + 1, all.size()));
    }
  }

  @Test
  void reconnectingAfterTheLastFrameReturnsNothing() {
    AguiApi api = paying();
    List<String> all = frames(api.text(api.open(body("t", "r1", user("m1", "pay")))));

    FakeExchange again = api.reconnect("t", "r1", id(all.getLast()));

    assertThat(((Response) again.answered()).getStatus()).isEqualTo(204);
  }

  @Test
  void reconnectingWithoutAFrameReplaysMessagesAndRun() {
    AguiApi api = paying();
    List<JsonNode> first = api.post(body("t", "r1", user("m1", "pay")));

    List<JsonNode> again = api.events(api.reconnect("t", "r1", null));

    assertThat(types(again)).startsWith("RUN_STARTED", "MESSAGES_SNAPSHOT", "STEP_STARTED");
    assertThat(again.get(1).get("messages")).hasSize(1).first().isEqualTo(user("m1", "pay"));
    var rest = new ArrayList<>(again);
    rest.remove(1);
    assertThat(rest).isEqualTo(first);
  }

  @Test
  void aRunIsFoundByItsServerId() {
    AguiApi api = paying();
    List<JsonNode> first = api.post(body("t", "r1", user("m1", "pay")));

    List<JsonNode> again = api.events(api.reconnect("t", run(first).value(), null));

    assertThat(types(again)).contains("TOOL_CALL_RESULT").endsWith("RUN_FINISHED");
  }

  @Test
  void aThreadStreamsItsLatestRun() {
    AguiApi api = paying();
    api.post(body("t", "r1", user("m1", "pay")));
    List<JsonNode> second = api.post(body("t", "r2", user("m1", "pay"), user("m2", "more")));

    List<JsonNode> again = api.events(api.reconnect("t"));

    assertThat(run(again)).isEqualTo(run(second));
    assertThat(again.get(1).get("messages"))
        .hasSize(6)
        .extracting(message -> message.get("role").asText())
        .containsOnlyOnce("reasoning");
  }

  @Test
  void aThreadWithoutARunHasNoStream() {
    FakeExchange none = paying().reconnect("nothing");

    assertThat(((Response) none.answered()).getStatus()).isEqualTo(204);
  }

  @Test
  void unknownFramesAndRunsAreRefused() {
    AguiApi api = paying();
    api.post(body("t", "r1", user("m1", "pay")));

    assertThat(refusal(() -> api.reconnect("t", "r1", "7")).field()).isEqualTo("Last-Event-ID");
    assertThat(refusal(() -> api.reconnect("t", "r1", "99-1.1")).field())
        .isEqualTo("Last-Event-ID");
    assertThat(refusal(() -> api.reconnect("t", "r9", null)).code()).isEqualTo("run_not_found");
    assertThat(refusal(() -> api.reconnect("t2", "r1", null)).code()).isEqualTo("run_not_found");
  }
}
