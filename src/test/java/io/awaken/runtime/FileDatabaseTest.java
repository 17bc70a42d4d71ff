package io.awaken.runtime;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolSource;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.testkit.CollectingSink;
import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runtime that is closed and built again over the H2 file of a folder. */
@Rows(165)
@MostlyWaiting
class FileDatabaseTest {

  private static final ThreadId THREAD = new ThreadId(Caller.ANONYMOUS.tenant(), "t-1");

  @TempDir private Path parent;
  private final CollectingSink sink = new CollectingSink();
  private final FunctionTool asks =
      new FunctionTool(
          "ask",
          (arguments, context) ->
              ToolResult.suspended("ask", SuspendTicket.result("ask", "How much?", null)));

  private Path folder() {
    return parent.resolve("data");
  }

  private AgentRuntime runtime(RecordingModel model) {
    return AgentRuntime.builder()
        .withFolder(folder())
        .withAgentSpec(AgentSpec.of("a", "m"))
        .withModel(new ModelSpec("m", "p", "x"))
        .withProvider("p", model)
        .withTool("ask", asks)
        .build();
  }

  private static RecordingModel says(String... answers) {
    ScriptBuilder script = Script.builder();
    List.of(answers).forEach(script::says);
    return new RecordingModel(script);
  }

  private static RecordingModel asksAndSays() {
    return new RecordingModel(
        Script.builder().calls("ask", Map.of("value", "it")).says("It costs 30."));
  }

  /** A run whose process has ended after its first step. */
  private RunId left() {
    var run = new RunId("r-1");
    var submission =
        new Submission(
            run,
            THREAD,
            new JobId("j-1"),
            "a",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("in-1", "Hello?")),
            new ClaimToken("token"));
    try (var database = FileDatabase.open(folder())) {
      RuntimeStores stores = database.stores();
      var claim = ((SubmitResult.Claimed) stores.mailbox().submits().submit(submission)).claim();
      stores.commits().commit(claim.fence(), aCommit("commit").build());
    }
    return run;
  }

  private void expireLeases() throws Exception {
    String password = Files.readString(folder().resolve("awaken.password")).strip();
    String url = "jdbc:h2:async:" + folder().toAbsolutePath().resolve("awaken");
    try (Connection connection = DriverManager.getConnection(url, "sa", password);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE awaken_job SET lease_until = 1");
    }
  }

  @Test
  void aConversationContinuesAfterARestart() {
    ThreadId thread;
    try (var runtime = runtime(says("One."))) {
      thread = runtime.run(RunRequest.of("a", "First?"), sink).threadId();
    }
    var model = says("Two.");
    try (var runtime = runtime(model)) {
      assertThat(runtime.run(RunRequest.of("a", "Second?").in(thread), sink).response())
          .isEqualTo("Two.");
    }
    assertThat(model.requests().getFirst().messages())
        .extracting(Message::text)
        .endsWith("First?", "One.", "Second?");
  }

  @Test
  void sharedValuesAreReadAfterARestart() {
    var text = TextNode.valueOf("v");
    try (var database = FileDatabase.open(folder())) {
      database.stores().profile().orElseThrow().write("acme", "prices", "a/b", text);
    }
    try (var database = FileDatabase.open(folder())) {
      assertThat(database.stores().profile().orElseThrow().read("acme", "prices", "a/b"))
          .contains(text);
    }
  }

  @Test
  void aRunThatWaitsForADecisionResumesAfterARestart() {
    RunId run;
    try (var runtime = runtime(asksAndSays())) {
      RunResult waiting = runtime.run(RunRequest.of("a", "How much?"), sink);
      assertThat(waiting.termination()).isEqualTo(new TerminationReason.Suspended());
      run = waiting.runId();
    }
    try (var runtime = runtime(asksAndSays())) {
      var question = runtime.questions(run).getFirst();
      runtime.decide(
          run,
          new DecisionRequest(
              Caller.ANONYMOUS,
              question.callId(),
              DecisionRequest.About.LAST,
              null,
              DecisionAction.RESUME,
              TextNode.valueOf("30"),
              null));
      assertThat(runtime.resume(run, sink).response()).isEqualTo("It costs 30.");
    }
  }

  @Test
  void aRunThatItsProcessLeftResumesAfterItsLease() throws Exception {
    RunId run = left();
    try (var runtime = runtime(says("Here."))) {
      assertThatThrownBy(() -> runtime.resume(run, sink))
          .isInstanceOf(AgentRuntimeException.class)
          .hasMessageContaining("has an open run");
    }
    expireLeases();
    try (var runtime = runtime(says("Here."))) {
      assertThat(runtime.resume(run, sink).response()).isEqualTo("Here.");
      assertThat(runtime.run(RunRequest.of("a", "And now?").in(THREAD), sink).response())
          .isNotNull();
    }
  }

  @Test
  void twoRuntimesOfOneProcessShareADatabase() {
    try (var first = runtime(says("One."));
        var second = runtime(says("Two."))) {
      ThreadId thread = first.run(RunRequest.of("a", "First?"), sink).threadId();

      assertThat(second.run(RunRequest.of("a", "Second?").in(thread), sink).response())
          .isEqualTo("Two.");
    }
  }

  @Test
  void aFolderWithTheFilesOfAnEarlierVersionIsRefused() throws Exception {
    Files.createDirectories(folder().resolve("threads"));

    assertThatThrownBy(() -> runtime(says("One.")))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageContaining(folder().toString())
        .hasMessageContaining("JSON files of FileStores")
        .hasMessageContaining("choose another folder");
  }

  @Test
  void aRuntimeThatCannotBeBuiltLeavesItsFolderToOthers() throws Exception {
    ToolSource broken =
        new ToolSource() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public List<Tool> tools() {
            return List.of();
          }

          @Override
          public void onChange(Runnable changed) {
            throw new IllegalStateException("no connection");
          }
        };

    assertThatThrownBy(
            () -> AgentRuntime.builder().withFolder(folder()).withToolSource(broken).build())
        .hasMessageContaining("no connection");

    for (File file : folder().toFile().listFiles((in, name) -> name.endsWith(".mv.db"))) {
      try (var channel = FileChannel.open(file.toPath(), StandardOpenOption.WRITE);
          var lock = channel.tryLock()) {
        assertThat(lock).as(file.toString()).isNotNull();
      }
    }
    assertThat(folder()).isNotEmptyDirectory();
  }
}
