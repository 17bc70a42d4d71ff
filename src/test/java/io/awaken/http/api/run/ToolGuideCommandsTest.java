package io.awaken.http.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.ClientTools;
import io.awaken.core.mailbox.control.DecisionResult;
import io.awaken.core.mailbox.control.RunDecider;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Registries;
import io.awaken.fixture.TestNode;
import io.awaken.http.api.suspension.SuspensionsApi;
import io.awaken.provider.scripted.DemoModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Sends the bodies of the tool guide, in order, to a node without a container. */
class ToolGuideCommandsTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?s)curl (?:-N )?http://localhost:8080(\\S+) [^\\n]*\\\\\\n  -d '(.*?)'\\n");

  private record Command(String path, String body) {}

  private final TestNode node =
      new TestNode(new DemoModel(Duration.ZERO), UnaryOperator.identity());

  private static List<Command> commands() throws IOException {
    return COMMAND
        .matcher(Files.readString(Path.of("docs", "tools.md")))
        .results()
        .map(found -> new Command(found.group(1), found.group(2)))
        .toList();
  }

  @Test
  void theClientIsAskedForAColourAndTheRunResumesWithIt() throws IOException {
    assertThat(commands())
        .extracting(Command::path)
        .containsExactly("/v1/runs", "/v1/threads/paint/decision");

    var asked = AskingApi.read(commands().getFirst().body(), CreateRun.class);
    RunId run = start(asked.toRequest(Caller.ANONYMOUS));
    assertThat(node.record(run).status()).isEqualTo(RunStatus.WAITING);

    var decision = SuspensionsApi.wanted(commands().get(1).body(), Caller.ANONYMOUS);
    assertThat(decider().decide(new ThreadId("paint"), decision))
        .isInstanceOf(DecisionResult.Submitted.class);
    node.starter.claimDue();
    node.executeAll();

    assertThat(node.record(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(node.stores.threads().history(new ThreadId("paint")))
        .filteredOn(message -> message.role() == Role.TOOL)
        .extracting(Message::text)
        .containsExactly("{\"colour\":\"red\"}");
  }

  /** The node's agent has another id than that of the server. */
  private RunId start(RunRequest ofGuide) {
    assertThat(ofGuide.agentId()).isEqualTo("default");
    ClientTools.check(
        Registries.with(AgentSpec.of("a", "m")).snapshot(), "a", ofGuide.spec().clientTools());
    var request =
        new RunRequest("a", ofGuide.threadId(), ofGuide.userTexts(), ofGuide.caller())
            .as(ofGuide.mode())
            .with(ofGuide.spec().clientTools());
    RunId run = node.service.submit(request).runId();
    node.executeAll();
    return run;
  }

  private RunDecider decider() {
    return new RunDecider(
        node.stores.runs(),
        node.stores.threads(),
        node.stores.suspensions(),
        node.mailbox,
        1 << 16,
        new RunDecider.Time(InstantSource.system(), new CountingIds("decision-")));
  }
}
