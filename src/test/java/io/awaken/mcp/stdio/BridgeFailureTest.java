package io.awaken.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Rows;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The errors that a client receives for transport failures. */
@Rows({1151, 1153})
class BridgeFailureTest {

  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  @Test
  void anErrorOfTheServerBelongsToItsRequest() throws Exception {
    try (var bridge = new BridgeUnderTest("secret")) {
      bridge.handlers.put(
          "ping",
          asked ->
              asked.json(
                  400,
                  "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32020,\"data\":[1]}}"));
      bridge.sends(PING);

      JsonNode failed = bridge.receives();
      assertThat(failed.path("id").asInt()).isEqualTo(1);
      assertThat(failed.at("/error/code").asInt()).isEqualTo(-32020);
      assertThat(failed.at("/error/data/0").asInt()).isEqualTo(1);
    }
  }

  @Test
  void aRefusedTokenIsReportedButNotShown() throws Exception {
    try (var bridge = new BridgeUnderTest("secret")) {
      bridge.handlers.put(
          "ping", asked -> asked.json(401, "{\"error\":{\"code\":\"unauthorized\"}}"));
      bridge.sends(PING);

      String message = bridge.receives().at("/error/message").asText();
      assertThat(message).contains("401", "AWAKEN_MCP_TOKEN");
      assertThat(bridge.notes)
          .singleElement()
          .isEqualTo(message)
          .asString()
          .doesNotContain("secret");
    }
  }

  @Test
  void aRedirectionIsNotFollowed() throws Exception {
    try (var bridge = new BridgeUnderTest("secret")) {
      bridge.handlers.put(
          "ping",
          asked -> {
            asked.http().getResponseHeaders().add("Location", bridge.url());
            asked.json(307, "");
          });
      bridge.sends(PING);

      assertThat(bridge.receives().at("/error/message").asText()).contains("307");
      assertThat(bridge.asked).hasSize(1);
    }
  }

  @Test
  void anAnswerThatIsNotJsonIsAnError() throws Exception {
    try (var bridge = new BridgeUnderTest(null)) {
      bridge.handlers.put("ping", asked -> asked.answer(200, "text/html", "<html></html>"));
      bridge.sends(PING);

      assertThat(bridge.receives().at("/error/message").asText()).contains("did not send JSON");
      assertThat(bridge.asked.getFirst().header("Authorization")).isNull();
    }
  }

  @Test
  void anUnreachableServerIsReported() throws Exception {
    try (var bridge = new BridgeUnderTest(null)) {
      bridge.handlers.put("ping", asked -> asked.http().close());
      bridge.sends(PING);

      assertThat(bridge.receives().at("/error/message").asText()).contains("cannot be reached");
    }
  }

  @Test
  void anInvalidLineIsAnErrorAndTheNextOneIsRead() throws Exception {
    try (var bridge = new BridgeUnderTest(null)) {
      bridge.sends("{\"jsonrpc\":\"2.0\",");
      bridge.sends("");
      bridge.sends("x".repeat(Lines.MAX + 1));
      bridge.sends(PING);

      JsonNode garbage = bridge.receives();
      assertThat(garbage.at("/error/code").asInt()).isEqualTo(-32700);
      assertThat(garbage.get("id").isNull()).isTrue();
      assertThat(bridge.receives().at("/error/code").asInt()).isEqualTo(-32600);
      assertThat(bridge.receives().path("id").asInt()).isEqualTo(1);
    }
  }

  @Test
  void anIdInUseAndTooManyRequestsAreRefused() throws Exception {
    var go = new CountDownLatch(1);
    try (var bridge = new BridgeUnderTest(null)) {
      bridge.handlers.put(
          "ping",
          asked -> {
            go.await();
            asked.result("{}");
          });
      bridge.sends(PING);
      bridge.sends(PING);
      assertThat(bridge.receives().at("/error/code").asInt()).isEqualTo(-32600);
      for (int i = 2; i <= Bridge.MAX_CALLS + 1; i++) {
        bridge.sends("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"ping\"}");
      }
      JsonNode refused = bridge.receives();
      assertThat(refused.path("id").asInt()).isEqualTo(Bridge.MAX_CALLS + 1);
      assertThat(refused.at("/error/message").asText()).contains("256 open requests");
      go.countDown();
    }
  }

  @Test
  void aRefusedMessageIsLogged() throws Exception {
    try (var bridge = new BridgeUnderTest(null)) {
      bridge.handlers.put("notifications/initialized", asked -> asked.json(400, "{}"));
      bridge.sends("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");

      assertThat(bridge.ends()).isEmpty();
      assertThat(bridge.notes).singleElement().asString().contains("400");
    }
  }

  @Test
  void aSlowCallDoesNotDelayTheEnd() throws Exception {
    var go = new CountDownLatch(1);
    try (var bridge = new BridgeUnderTest(null, Duration.ofMillis(1))) {
      bridge.handlers.put(
          "ping",
          asked -> {
            try (OutputStream out = asked.stream()) {
              BridgeUnderTest.event(out, "1", "");
              go.await();
            }
          });
      bridge.sends(PING);

      assertThat(bridge.ends()).isEmpty();
      assertThat(bridge.notes).anyMatch(note -> note.contains("1 answers are dropped"));
      go.countDown();
    }
  }
}
