package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The AI SDK routes of a deployed server; {@code ChatClientsInterop} tests the clients themselves.
 */
class ChatApiIT extends BuiltArchiveTest {

  private static final String CHAT = "/v1/ai-sdk/chat";

  private Answer post(String chat, String agent, String more) {
    return api.postJson(
        CHAT,
        """
        {"id": "%s", "agentId": "%s", "trigger": "submit-message", "messages": [
          {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "What is 6 * 7?"}]}%s]}
        """
            .formatted(chat, agent, more));
  }

  /** The stream as clients parse it, without comments, which only keep the connection open. */
  private static String frames(Answer answer) {
    return answer.text().replace(":\n\n", "");
  }

  private static String name() {
    return "chat-" + System.nanoTime();
  }

  @Test
  @OnWildFly
  @Rows({237, 238})
  void aChatIsAnsweredResumedAndLoaded() {
    String chat = name();
    Answer answer = post(chat, "reporter", "");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("text/event-stream");
    assertThat(answer.header("x-vercel-ai-ui-message-stream")).isEqualTo("v1");
    assertThat(answer.header("x-accel-buffering")).isEqualTo("no");
    assertThat(frames(answer))
        .startsWith("data: {\"type\":\"start\",\"messageId\":")
        .contains("\"type\":\"tool-output-available\"", "\"finishReason\":\"stop\"")
        .endsWith("data: [DONE]\n\n");
    assertThat(frames(post(chat, "reporter", ""))).isEqualTo(frames(answer));
    assertThat(api.get(CHAT + "/" + chat + "/stream").status()).isEqualTo(204);
    Answer messages = api.get(CHAT + "/" + chat + "/messages");
    assertThat(messages.status()).isEqualTo(200);
    assertThat(messages.header("content-type")).startsWith("application/json");
    assertThat(messages.json().get("messages")).hasSize(2);
    String run = messages.json().at("/messages/1/id").asText();
    for (String stream :
        List.of("/v1/ai-sdk/runs/" + run + "/stream", "/v1/ai-sdk/streams/" + run)) {
      assertThat(frames(api.get(stream))).isEqualTo(frames(answer));
    }
  }

  @Test
  @OnWildFly
  @Rows({177, 237})
  void anAnsweredQuestionContinuesTheSameMessage() {
    String chat = name();
    Answer waits = post(chat, "careful", "");
    assertThat(waits.text()).contains("tool-approval-request", "\"finishReason\":\"tool-calls\"");
    var part = api.get(CHAT + "/" + chat + "/messages").json().at("/messages/1");
    String run = part.get("id").asText();
    String approval = part.findValue("approval").get("id").toString();
    assertThat(frames(api.get(CHAT + "/" + chat + "/stream"))).isEqualTo(frames(waits));
    String answered =
        """
        , {"id": "%s", "role": "assistant", "parts": [{"type": "tool-calculate", "state":
          "approval-responded", "toolCallId": "x", "approval": {"id": %s, "approved": true}}]}\
        """
            .formatted(run, approval);
    Answer resumed = post(chat, "careful", answered);
    assertThat(resumed.status()).isEqualTo(200);
    assertThat(frames(resumed))
        .startsWith("data: {\"type\":\"start\",\"messageId\":\"" + run + "\"}")
        .contains("\"type\":\"tool-output-available\"", "42")
        .endsWith("data: [DONE]\n\n");
  }

  @Test
  @Rows(237)
  void theOtherRoutesWork() {
    String thread = name();
    String body = "{\"messages\": \"Hello\"}";
    assertThat(api.postJson("/v1/ai-sdk/threads/" + thread + "/runs", body).text())
        .endsWith("[DONE]\n\n");
    assertThat(api.postJson("/v1/ai-sdk/agents/reporter/runs", body).text()).contains("Bern");
    for (String stream : List.of("/stream", "/runs/whatever/stream")) {
      assertThat(api.get("/v1/ai-sdk/threads/" + thread + stream).status()).isEqualTo(204);
    }
    assertThat(api.get("/v1/ai-sdk/agents/reporter/runs/" + thread + "/stream").status())
        .isEqualTo(204);
    assertThat(api.get("/v1/ai-sdk/threads/" + thread + "/messages").status()).isEqualTo(200);
    for (String stop : List.of("cancel", "interrupt")) {
      for (String of : List.of("chat", "threads")) {
        Answer stopped = api.postJson("/v1/ai-sdk/" + of + "/" + thread + "/" + stop, "");
        assertThat(stopped.status()).isEqualTo(202);
        assertThat(stopped.json().get("threadId").asText()).isEqualTo(thread);
      }
    }
  }

  @Test
  @Rows(237)
  void errorsAreReportedBeforeTheStream() {
    assertShape(api.postJson(CHAT, "{}"), 400, "messages");
    assertShape(api.postJson(CHAT, "{\"messages\": \"Hi\", \"id\": \"a b\"}"), 400, "id");
    assertShape(
        api.postJson(CHAT, "{\"messages\": \"Hi\", \"agentId\": \"gone\"}"), 400, "agentId");
    assertShape(api.postJson(CHAT, "["), 400, null);
    assertShape(
        api.send("POST", CHAT, BodyPublishers.ofString("x"), "Content-Type", "text/plain"),
        415,
        null);
    assertShape(api.get(CHAT + "/nothing/messages"), 404, null);
    assertShape(api.get("/v1/ai-sdk/runs/nothing/stream"), 404, null);
    assertThat(api.get(CHAT + "/nothing/stream").status()).isEqualTo(204);
  }
}
