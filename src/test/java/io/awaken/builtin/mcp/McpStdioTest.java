package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.McpTransport;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(1076)
@MostlyWaiting
class McpStdioTest {

  private static final String ID = "mcp__p__do";
  private static final ObjectNode NOTHING = ScriptedServer.JSON.objectNode();

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"plain", "stubborn"})
  void aProcessGetsOnlyItsOwnEnvironmentAndEndsWithItsServer(String mode) throws Exception {
    long pid;
    try (var mine =
        new ServersUnderTest().connected(spec(mode).withEnv(Map.of("ONLY_THIS", Secret.of("x"))))) {
      assertThat(mine.report().protocol()).isEqualTo("2025-06-18");

      String[] parts = mine.call(ID, NOTHING).modelText().split(" ", 2);

      assertThat(parts[1]).isEqualTo("[ONLY_THIS]");
      pid = Long.parseLong(parts[0]);
      assertThat(ProcessHandle.of(pid)).isPresent();
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aProcessThatEndsAtTheModernRequestIsAskedForASessionAtOnce() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("fragile"))) {
      assertThat(mine.report().protocol()).isEqualTo("2025-06-18");
      assertThat(mine.call(ID, NOTHING).failed()).isFalse();
    }
  }

  @Test
  void aProcessThatSpeaksOnlyTheOldestRevisionIsUsed() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("oldest"))) {
      assertThat(mine.report().protocol()).isEqualTo("2024-11-05");
      assertThat(mine.call(ID, NOTHING).failed()).isFalse();
    }
  }

  @Test
  void linesThatAreNoMessagesDoNotEndTheProcess() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("banner"))) {
      assertThat(mine.call(ID, NOTHING).failed()).isFalse();
    }
  }

  @Test
  @Rows(1132)
  void aProcessAsksUsersDuringACall() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("asks"))) {
      ToolResult question = mine.call(ID, NOTHING);
      assertThat(question.suspension().suspension().message())
          .isEqualTo("The MCP server p asks: Go on?");

      assertThat(new AnsweringUsers(mine, ID).accept(question, null).modelText()).isEqualTo("true");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          crash   | (unreachable: its process ended with exit code 3)
          garbage | (garbage: it sent invalid or too deeply nested JSON)
          flood   | (flood: its line has more than 8388608 bytes)
          """)
  void aProcessThatEndsOrBreaksTheProtocolIsReportedAndRestarted(String mode, String reason)
      throws Exception {
    try (var mine = new ServersUnderTest().connected(spec(mode))) {
      Tool held = mine.tool(ID);

      assertThatThrownBy(() -> held.execute(NOTHING, ServersUnderTest.context(ID)))
          .isInstanceOf(ToolException.class)
          .hasMessage(
              "the MCP server p returned no result " + reason + "; what the tool did is not known");

      mine.until(() -> mine.report().state().equals("connected") && session(mine).open());
      assertThat(mine.tool(ID)).isSameAs(held);
    }
  }

  @Test
  void aProcessThatKeepsEndingIsRestartedWithGrowingDelays() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("crash"))) {
      RemoteServer server = mine.servers.server("p");

      endedBy(mine);
      server.refresh();
      assertThat(session(mine).open()).as("it is started at once").isTrue();
      endedBy(mine);
      server.refresh();

      assertThat(mine.report().reason())
          .isEqualTo("it ended again soon after its start, and answered no call");
      assertThat(mine.report().tools()).isZero();
      assertThat(server.due()).as("it waits").isFalse();
      server.callFailed();
      assertThat(server.due()).as("a call does not shorten that").isFalse();
    }
  }

  @Test
  void aProcessThatAnsweredACallIsRestartedAtOnce() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("second"))) {
      for (int i = 0; i < 3; i++) {
        assertThat(mine.call(ID, NOTHING).failed()).isFalse();
        endedBy(mine);
        mine.servers.server("p").refresh();

        assertThat(session(mine).open()).isTrue();
      }
    }
  }

  /** Makes a call that ends the process. */
  private static void endedBy(ServersUnderTest mine) throws Exception {
    assertThatThrownBy(() -> mine.call(ID, NOTHING)).hasMessageContaining("exit code 3");
    assertThat(session(mine).open()).isFalse();
    assertThat(mine.servers.server("p").due()).isTrue();
  }

  private static McpTransport session(ServersUnderTest mine) {
    return mine.servers.server("p").view().session().transport();
  }

  @Test
  @Rows(1075)
  void progressGivesACallMoreTime() throws Exception {
    // A process on a busy machine may need longer to start than its calls may last; it is retried.
    try (var mine = new ServersUnderTest().connected(spec("works").withTimeouts(1_500, null))) {
      mine.until(() -> mine.report().state().equals("connected"));

      assertThat(mine.call(ID, NOTHING).failed()).isFalse();
    }
  }

  @Test
  @Rows(1075)
  void aCallThatTheProcessCancelsEndsAtOnce() throws Exception {
    try (var mine = new ServersUnderTest().connected(spec("cancels"))) {
      assertThatThrownBy(() -> mine.call(ID, NOTHING))
          .hasMessageContaining("(cancelled: it cancelled the request: shutting down)");
      assertThat(session(mine).open()).isTrue();
    }
  }

  @Test
  void aStoppedCallIsCancelledAtTheProcess() throws Exception {
    Path notes = Files.createFile(directory.resolve("notes"));
    try (var mine = new ServersUnderTest().connected(spec("silent", notes.toString()))) {
      stopACall(mine, notes, ServersUnderTest.context(ID));
    }
  }

  @ParameterizedTest
  @CsvSource({"ann, true", "bob, false"})
  @Rows(1132)
  @Attacks("S59")
  void afterAStoppedCallOnlyItsCallerIsAsked(String subject, boolean asked) throws Exception {
    Path notes = Files.createFile(directory.resolve("notes"));
    try (var mine = new ServersUnderTest().connected(spec("late", notes.toString()))) {
      stopACall(mine, notes, GrantBed.context(new Caller("acme", "ann", Set.of())));

      ToolResult next =
          mine.tool(ID)
              .execute(NOTHING, GrantBed.context(new Caller("acme", subject, Set.of())))
              .result();

      assertThat(next.pending()).isEqualTo(asked);
    }
  }

  private static void stopACall(ServersUnderTest mine, Path notes, ToolCallContext context)
      throws Exception {
    Tool tool = mine.tool(ID);
    Thread run =
        Thread.startVirtualThread(
            () -> {
              try {
                tool.execute(NOTHING, context);
              } catch (InterruptedException | ToolException e) {
                // The run was asked to stop.
              }
            });
    mine.until(() -> read(notes).startsWith("called"));

    run.interrupt();

    assertThat(run.join(Duration.ofSeconds(10))).isTrue();
    mine.until(() -> read(notes).contains("\"requestId\":4"));
  }

  @Test
  void withoutPermissionNoProcessIsStarted() {
    try (var mine = new ServersUnderTest(false)) {
      mine.connected(McpServerSpec.stdio("p", directory.resolve("never").toString()));

      assertThat(mine.report().code()).isEqualTo("not_allowed");
      assertThat(mine.report().reason()).contains("awaken.mcp.stdio");
    }
  }

  @Test
  void aProgramThatDoesNotExistIsNamedWithoutItsArguments() {
    try (var mine =
        new ServersUnderTest().connected(McpServerSpec.stdio("p", "/does/not/exist", "s3cret"))) {
      assertThat(mine.report().reason()).isEqualTo("its program cannot be started");
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static McpServerSpec spec(String... args) throws Exception {
    return McpServerSpec.stdio(
            "p", StdioProgram.java(), StdioProgram.command(args).toArray(String[]::new))
        .withTimeoutMs(20_000);
  }
}
