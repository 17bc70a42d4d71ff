package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers over HTTP with the event stream of 2024-11-05. */
@Rows(1072)
class EventStreamTest {

  private static final String DO = "mcp__s__do";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405})
  void aServerThatTakesNoMessagesAtItsAddressIsUsedOverItsEventStream(int refusal)
      throws Exception {
    try (var server = new EventStreamServer()) {
      server.refusal = refusal;
      try (var mine = connected(server)) {
        assertThat(mine.report().protocol()).isEqualTo("2024-11-05");
        assertThat(mine.call(DO, NOTHING).modelText()).isEqualTo("done");
        assertThat(server.seen)
            .containsSubsequence(
                "POST /sse initialize",
                "GET /sse",
                "POST /messages initialize",
                "POST /messages notifications/initialized",
                "POST /messages tools/list",
                "POST /messages tools/call");
      }
    }
  }

  @Test
  @Attacks("S16")
  void theDocumentsHeadersAreSentWithTheStreamAndWithEachMessage() throws Exception {
    try (var server = new EventStreamServer();
        var mine = new ServersUnderTest(String.valueOf(server.port()))) {
      mine.connected(
          McpServerSpec.http("s", server.url())
              .withHeaders(Map.of("Authorization", Secret.of("Bearer of-the-server"))));
      mine.call(DO, NOTHING);

      assertThat(server.authorizations).containsOnly("Bearer of-the-server");
    }
  }

  @Test
  void aStreamThatEndsFailsItsCallsAndTheNextCallConnectsAnew() throws Exception {
    try (var server = new EventStreamServer();
        var mine = connected(server)) {
      EventStreamServer.Tool answering = server.tool;
      server.tool = (request, stream) -> stream.end();

      assertThatThrownBy(() -> mine.call(DO, NOTHING))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("(unreachable: its event stream ended before the result)");

      server.tool = answering;
      server.seen.clear();
      assertThat(mine.call(DO, NOTHING).modelText()).isEqualTo("done");
      assertThat(server.seen)
          .as("how the server is to be used is remembered")
          .contains("GET /sse")
          .doesNotContain("POST /sse initialize");
    }
  }

  @Test
  void aSessionThatTheServerForgotIsReplacedWithinTheCall() throws Exception {
    try (var server = new EventStreamServer();
        var mine = connected(server)) {
      server.streams.clear();

      assertThat(mine.call(DO, NOTHING).modelText()).isEqualTo("done");
      assertThat(server.streams).hasSize(1);
    }
  }

  @Test
  void aServerMayAnswerAMessageLateAndAskMeanwhile() throws Exception {
    var answered = new CountDownLatch(1);
    try (var server = new EventStreamServer()) {
      server.answersLate = true;
      try (var mine = connected(server)) {
        server.tool =
            (request, stream) -> {
              stream.event("just some text");
              stream.event("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
              answered.await();
              stream.result(request, ScriptedServer.text("done"));
            };
        Thread.startVirtualThread(
            () -> {
              while (!server.seen.contains("POST /messages response")) {
                Thread.onSpinWait();
              }
              answered.countDown();
            });

        assertThat(mine.call(DO, NOTHING).modelText()).isEqualTo("done");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          garbage | {"jsonrpc": | it sent invalid or too deeply nested JSON
          flood   |             | its event has more than 8388608 bytes
          """)
  void aBreachOfTheProtocolOrALimitEndsTheStreamWithAReason(String code, String sent, String reason)
      throws Exception {
    try (var server = new EventStreamServer();
        var mine = connected(server)) {
      server.tool = (request, stream) -> stream.event(sent == null ? "x".repeat(9 << 20) : sent);

      assertThatThrownBy(() -> mine.call(DO, NOTHING))
          .hasMessageContaining("(" + code + ": " + reason + ")");
    }
  }

  @Test
  void aServerWithoutAStreamEitherIsReportedWithItsFirstRefusal() throws Exception {
    try (var server = new EventStreamServer()) {
      server.refusal = 404;
      server.opening = 503;
      try (var mine = connected(server)) {
        assertThat(mine.report().code()).isEqualTo("status");
        assertThat(mine.report().reason()).isEqualTo("it answered with status 404");
      }
    }
  }

  @Test
  @Attacks("S22")
  void anAddressForMessagesOnAnotherServerIsRefused() throws Exception {
    try (var server = new EventStreamServer();
        var other = new EventStreamServer();
        var mine =
            new ServersUnderTest(String.valueOf(server.port()), String.valueOf(other.port()))) {
      server.endpoint = "http://127.0.0.1:" + other.port() + "/messages?session=%s";

      mine.connected(McpServerSpec.http("s", server.url()));

      assertThat(mine.report().code()).isEqualTo("garbage");
      assertThat(mine.report().reason())
          .isEqualTo("its address for messages is not on the server of its event stream");
      assertThat(other.seen).isEmpty();
    }
  }

  @Test
  void aServerThatIsPinnedToTheNewestRevisionIsNotAskedForAStream() throws Exception {
    try (var server = new EventStreamServer();
        var mine = new ServersUnderTest(String.valueOf(server.port()))) {
      mine.connected(McpServerSpec.http("s", server.url()).withRevision("2026-07-28"));

      assertThat(mine.report().code()).isEqualTo("version");
      assertThat(server.seen).doesNotContain("GET /sse");
    }
  }

  private static ServersUnderTest connected(EventStreamServer server) {
    return new ServersUnderTest(String.valueOf(server.port()))
        .connected(McpServerSpec.http("s", server.url()).withTimeoutMs(20_000));
  }
}
