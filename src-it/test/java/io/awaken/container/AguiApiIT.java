package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/**
 * The AG-UI routes of a deployed server; {@code ChatClientsInterop} tests the clients themselves.
 */
class AguiApiIT extends BuiltArchiveTest {

  private static final String ASK =
      "{\"id\":\"m1\",\"role\":\"user\",\"content\":\"What is 6 * 7?\"}";

  private Answer post(String path, String thread, String run, String more) {
    return api.postJson(
        path,
        "{\"threadId\":\"%s\",\"runId\":\"%s\",\"protocolVersion\":\"1.0\",\"messages\":[%s]%s}"
            .formatted(thread, run, ASK, more));
  }

  private static String frames(Answer answer) {
    return answer.text().replace(":\n\n", "");
  }

  private static String name() {
    return "agui-" + System.nanoTime();
  }

  @Test
  @OnWildFly
  @Rows({176, 239, 240})
  void aRunIsStreamedReplayedAndLoaded() {
    String thread = name();
    Answer answer = post("/v1/ag-ui/agents/reporter/runs", thread, "run 1", "");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(answer.header("x-accel-buffering")).isEqualTo("no");
    assertThat(frames(answer))
        .startsWith("data: {\"type\":\"RUN_STARTED\",\"threadId\":\"" + thread + "\"")
        .contains("\"type\":\"TOOL_CALL_RESULT\"", "\"type\":\"RUN_FINISHED\"");
    Answer same = post("/v1/ag-ui/threads/" + thread + "/runs", thread, "run 1", "");
    assertThat(frames(same)).isEqualTo(frames(answer));
    Answer again =
        api.get("/v1/ag-ui/threads/" + thread + "/runs/run%201/stream?protocolVersion=1.0");
    assertThat(frames(again)).contains("MESSAGES_SNAPSHOT").endsWith(tail(frames(answer)));
    Answer messages = api.get("/v1/ag-ui/threads/" + thread + "/messages");
    assertThat(messages.status()).isEqualTo(200);
    assertThat(messages.header("content-type")).startsWith("application/json");
    assertThat(messages.json().at("/messages/0/content").asText()).isEqualTo("What is 6 * 7?");
  }

  private static String tail(String stream) {
    return stream.substring(stream.indexOf("id: "));
  }

  @Test
  @OnWildFly
  @Rows({177, 239})
  void aQuestionIsAnInterruptAndItsAnswerResumesTheRun() {
    String thread = name();
    Answer waits = post("/v1/ag-ui/agents/careful/runs", thread, "r1", "");
    assertThat(frames(waits)).contains("\"outcome\":{\"type\":\"interrupt\"");
    JsonNode interrupt =
        api.get("/v1/ag-ui/threads/" + thread + "/messages").json().at("/interrupts/0");
    String resume =
        ",\"resume\":[{\"interruptId\":%s,\"status\":\"resolved\",\"payload\":{\"approved\":true}}]"
            .formatted(interrupt.get("id"));

    assertThat(frames(post("/v1/ag-ui/run", thread, "r2", ""))).contains("resume_required");
    Answer resumed = post("/v1/ag-ui/run", thread, "r3", resume);

    assertThat(frames(resumed)).contains("TOOL_CALL_RESULT", "42", "\"RUN_FINISHED\"");
    assertThat(frames(resumed)).doesNotContain("TOOL_CALL_START", "RUN_ERROR");
  }

  @Test
  @Rows(239)
  void invalidRequestsAreRefusedAndAThreadIsCleared() {
    Answer nothing = api.postJson("/v1/ag-ui/run", "{\"threadId\":\"t\"}");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(nothing.json().get("field").asText()).isEqualTo("runId");
    assertThat(api.get("/v1/ag-ui/threads/" + name() + "/messages").status()).isEqualTo(404);
    assertThat(api.get("/v1/ag-ui/threads/" + name() + "/stream").status()).isEqualTo(204);
    String thread = name();
    post("/v1/ag-ui/agents/careful/runs", thread, "r1", "");
    Answer cleared =
        api.send("POST", "/v1/ag-ui/threads/" + thread + "/interrupt", BodyPublishers.noBody());
    assertThat(cleared.status()).isEqualTo(202);
    assertThat(cleared.json().get("status").asText()).isEqualTo("interrupt_requested");
    assertThat(api.get("/v1/ag-ui/threads/" + thread + "/messages").json().get("interrupts"))
        .isEmpty();
  }
}
