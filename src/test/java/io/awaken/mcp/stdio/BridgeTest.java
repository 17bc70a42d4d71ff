package io.awaken.mcp.stdio;

import static io.awaken.mcp.stdio.BridgeUnderTest.event;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Rows;
import io.awaken.mcp.stdio.BridgeUnderTest.Asked;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The messages between a stdio client and an HTTP server. */
@Rows({1150, 1151, 1152})
class BridgeTest {

  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"clerk\"}}";
  private static final String CANCELLED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
  private static final String PROGRESS =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  private BridgeUnderTest bridge;

  @BeforeEach
  void start() throws Exception {
    bridge = new BridgeUnderTest("secret");
  }

  @AfterEach
  void stop() throws Exception {
    bridge.close();
  }

  @Test
  void aRequestWithoutASessionIsDescribedInItsHeaders() throws Exception {
    bridge.sendsModern("\"a\"", "tools/call", "\"name\":\"Zo\\u00eb\"");

    assertThat(bridge.receives().path("id").asText()).isEqualTo("a");
    Asked asked = bridge.asked.getFirst();
    assertThat(asked.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
    assertThat(asked.header("Mcp-Method")).isEqualTo("tools/call");
    assertThat(asked.header("Mcp-Name")).isEqualTo("=?base64?Wm/Dqw==?=");
    assertThat(asked.header("Mcp-Session-Id")).isNull();
    assertThat(asked.header("Authorization")).isEqualTo("Bearer secret");
    assertThat(asked.header("Accept")).contains("application/json", "text/event-stream");
  }

  @Test
  void theBridgeManagesTheClientsSession() throws Exception {
    bridge.opens();
    bridge.sends(CALL);
    bridge.receives();

    Asked call = bridge.asked("tools/call").getFirst();
    assertThat(call.header("Mcp-Session-Id")).isEqualTo("s1");
    assertThat(call.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
    assertThat(bridge.asked("initialize").getFirst().header("Mcp-Session-Id")).isNull();
  }

  @Test
  void earlyMessagesWaitForTheSession() throws Exception {
    var begin = new CountDownLatch(1);
    bridge.handlers.put(
        "initialize",
        asked -> {
          begin.await();
          BridgeUnderTest.begins(asked, "s1");
        });
    bridge.sends("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}");
    bridge.sends(CALL);
    begin.countDown();

    assertThat(bridge.receives().path("id").asInt()).isZero();
    assertThat(bridge.receives().path("id").asInt()).isEqualTo(1);
    assertThat(bridge.asked("tools/call").getFirst().header("Mcp-Session-Id")).isEqualTo("s1");
  }

  @Test
  void anExpiredSessionIsReplacedTransparently() throws Exception {
    bridge.opens();
    bridge.handlers.put("initialize", asked -> BridgeUnderTest.begins(asked, "s2"));
    bridge.handlers.put(
        "tools/call",
        asked -> {
          if (asked.header("Mcp-Session-Id").equals("s1")) {
            asked.json(404, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000}}");
          } else {
            asked.result("{\"content\":[]}");
          }
        });
    bridge.sends(CALL);

    assertThat(bridge.receives().at("/result/content").isArray()).isTrue();
    assertThat(bridge.asked("initialize")).hasSize(2);
    assertThat(bridge.asked("notifications/initialized").getFirst().header("Mcp-Session-Id"))
        .isEqualTo("s2");
    assertThat(bridge.ends()).isEmpty();
  }

  @Test
  void theClientAnswersTheServersRequestWithinACall() throws Exception {
    var answered = new CompletableFuture<JsonNode>();
    bridge.handlers.put("answer", asked -> take(asked, answered));
    bridge.handlers.put(
        "tools/call",
        asked -> {
          try (OutputStream out = asked.stream()) {
            event(out, "1", "");
            event(out, null, PROGRESS);
            event(out, null, "{\"jsonrpc\":\"2.0\",\n" + "data: \"id\":\"q\",\"method\":\"ping\"}");
            event(out, null, asked.response(answered.get().get("result").toString()));
          }
        });
    bridge.opens();
    bridge.sends(CALL);

    assertThat(bridge.receives().path("method").asText()).isEqualTo("notifications/progress");
    assertThat(bridge.receives().path("id").asText()).isEqualTo("q");
    bridge.sends("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"well\":true}}");
    assertThat(bridge.receives().at("/result/well").asBoolean()).isTrue();
    assertThat(bridge.ends()).isEmpty();
  }

  private static void take(Asked asked, CompletableFuture<JsonNode> answered) throws Exception {
    asked.json(202, "");
    answered.complete(asked.body());
  }

  @Test
  void aBrokenStreamOfASessionIsResumed() throws Exception {
    bridge.handlers.put("tools/call", asked -> begun(asked, "7"));
    bridge.handlers.put(
        "GET",
        asked -> {
          if (asked.header("Last-Event-ID").equals("7")) {
            begun(asked, "8");
          } else {
            try (OutputStream out = asked.stream()) {
              event(out, "9", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
            }
          }
        });
    bridge.opens();
    bridge.sends(CALL);

    assertThat(bridge.receives().has("method")).isTrue();
    assertThat(bridge.receives().has("method")).isTrue();
    assertThat(bridge.receives().path("id").asInt()).isEqualTo(1);
    assertThat(bridge.pauses).containsExactly(Duration.ofMillis(50), Duration.ofMillis(50));
    assertThat(bridge.asked.getLast().header("Mcp-Session-Id")).isEqualTo("s1");
  }

  private static void begun(Asked asked, String id) throws Exception {
    try (OutputStream out = asked.stream()) {
      event(out, id, PROGRESS + "\nretry: 50");
    }
  }

  @Test
  void aStreamThatCannotBeResumedEndsWithAnError() throws Exception {
    bridge.handlers.put("tools/call", asked -> begun(asked, "7"));
    bridge.opens();
    bridge.sends(CALL);
    bridge.receives();

    assertThat(bridge.receives().at("/error/message").asText()).contains("ended too early");
  }

  @Test
  void aBrokenStreamWithoutASessionIsAnError() throws Exception {
    bridge.handlers.put("tools/call", asked -> begun(asked, "7"));
    bridge.sendsModern("1", "tools/call", "\"name\":\"clerk\"");
    bridge.receives();

    JsonNode failed = bridge.receives();
    assertThat(failed.path("id").asInt()).isEqualTo(1);
    assertThat(failed.at("/error/code").asInt()).isEqualTo(-32000);
    assertThat(bridge.pauses).isEmpty();
  }

  @Test
  void aCancelledRequestWithoutASessionIsClosedWithoutAnAnswer() throws Exception {
    var gone = new CompletableFuture<Boolean>();
    bridge.handlers.put(
        "tools/call",
        asked -> {
          OutputStream out = asked.stream();
          event(out, null, PROGRESS);
          try {
            while (!gone.isDone()) {
              out.write(":\n\n".getBytes());
              out.flush();
            }
          } catch (java.io.IOException e) {
            gone.complete(true);
          }
        });
    bridge.sendsModern("1", "tools/call", "\"name\":\"clerk\"");
    bridge.receives();
    bridge.sends(CANCELLED);

    assertThat(gone.get(20, TimeUnit.SECONDS)).isTrue();
    assertThat(bridge.ends()).isEmpty();
    assertThat(bridge.asked).hasSize(1);
  }

  @Test
  void aCancelledRequestOfASessionIsCancelledByAMessage() throws Exception {
    var cancelled = new CountDownLatch(1);
    bridge.handlers.put(
        "notifications/cancelled",
        asked -> {
          asked.json(202, "");
          cancelled.countDown();
        });
    bridge.handlers.put(
        "tools/call",
        asked -> {
          try (OutputStream out = asked.stream()) {
            event(out, "1", PROGRESS);
            cancelled.await();
            event(out, null, asked.response("{}"));
          }
        });
    bridge.opens();
    bridge.sends(CALL);
    bridge.receives();
    bridge.sends(CANCELLED);

    assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(bridge.ends()).isEmpty();
    assertThat(bridge.asked("notifications/cancelled").getFirst().header("Mcp-Session-Id"))
        .isEqualTo("s1");
  }

  @Test
  void messagesOutsideOfRequestsAreReadIfOffered() throws Exception {
    var listening = new CountDownLatch(1);
    bridge.handlers.put(
        "GET",
        asked -> {
          try (OutputStream out = asked.stream()) {
            event(out, null, PROGRESS);
            listening.await();
          }
        });
    bridge.opens();
    bridge.sends(INITIALIZED);

    assertThat(bridge.receives().path("method").asText()).isEqualTo("notifications/progress");
    assertThat(bridge.ends()).isEmpty();
    listening.countDown();
  }

  @Test
  void outstandingAnswersAreDeliveredAtTheEnd() throws Exception {
    bridge.sends("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}");
    bridge.sendsModern("1", "server/discover", "");

    assertThat(bridge.ends()).hasSize(2);
  }

  @Test
  void listeningEndsWithTheClient() throws Exception {
    var listening = new CountDownLatch(1);
    bridge.handlers.put(
        "subscriptions/listen",
        asked -> {
          try (OutputStream out = asked.stream()) {
            event(out, null, PROGRESS);
            listening.await();
          }
        });
    bridge.sendsModern("1", "subscriptions/listen", "");
    bridge.receives();

    assertThat(bridge.ends()).isEmpty();
    assertThat(bridge.notes).isEmpty();
    listening.countDown();
  }

  @Test
  void aBatchIsOneMessage() throws Exception {
    bridge.handlers.put("batch", asked -> asked.json(200, "[{\"id\":1}]"));
    bridge.opens();
    bridge.sends("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");

    assertThat(bridge.receives().isArray()).isTrue();
  }
}
