package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with tools that require roles. */
class ToolRolesPluginTest {

  private static final Caller CLERK = new Caller("acme", "ada", Set.of("clerk"));
  private static final Caller GUEST = new Caller("acme", "ben", Set.of("guest"));

  /** A bean that records its calls. */
  public static final class Desk {
    private final List<String> calls = new ArrayList<>();

    @AgentTool(description = "d")
    @RolesAllowed({"clerk", "boss"})
    public String refund() {
      calls.add("refund");
      return "refunded";
    }

    @AgentTool(description = "d")
    @RolesAllowed("**")
    public String order() {
      calls.add("order");
      return "ordered";
    }

    @AgentTool(description = "d")
    @DenyAll
    public String close() {
      calls.add("close");
      return "closed";
    }

    @AgentTool(description = "d")
    public String look() {
      calls.add("look");
      return "seen";
    }
  }

  private final Desk desk = new Desk();
  private final List<Tool> tools =
      List.of(tool("refund"), tool("order"), tool("close"), tool("look"));
  private RecordingModel model;
  private TestNode node;
  private ThreadId thread;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          anonymous | look
          guest     | order, look
          clerk     | refund, order, look
          """)
  void theModelGetsOnlyTheToolsThatTheCallerMayUse(String who, String offered) {
    run(caller(who), "look", tools);

    assertThat(model.requests().getFirst().tools())
        .extracting(ToolDescriptor::id)
        .containsExactlyInAnyOrder(offered.split(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          anonymous | refund | false
          guest     | refund | false
          clerk     | refund | true
          anonymous | order  | false
          guest     | order  | true
          clerk     | close  | false
          """)
  void aCallOfAHiddenToolGetsAnErrorAndTheRunContinues(String who, String tool, boolean runs) {
    RunRecord run = run(caller(who), tool, tools);

    assertThat(desk.calls).isEqualTo(runs ? List.of(tool) : List.of());
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    if (!runs) {
      assertThat(answer()).contains("the caller does not have a role that may use " + tool);
    }
  }

  /**
   * Filters that would leave no tool are dropped, and calls from before a restart pass no filter.
   */
  @Test
  void theGateDeniesCallsThatTheFilterDidNotHide() {
    RunRecord run = run(GUEST, "refund", List.of(tool("refund")));

    assertThat(model.requests().getFirst().tools()).hasSize(1);
    assertThat(desk.calls).isEmpty();
    assertThat(answer())
        .isEqualTo(
            "{\"error\":\"the caller does not have a role that may use refund\","
                + "\"code\":\"denied\"}");
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  void theToolItselfChecksRolesWithoutThePlugin() {
    run(GUEST, "refund", tools, List.of());

    assertThat(desk.calls).isEmpty();
    assertThat(answer()).contains("\"code\":\"denied\"");
  }

  @Test
  void theNamesOfRolesExcludeTheOneForAllCallers() {
    assertThat(new ToolRolesPlugin(tools).roleNames()).containsExactly("boss", "clerk");
  }

  private RunRecord run(Caller caller, String calls, List<Tool> offered) {
    return run(caller, calls, offered, List.of(new ToolRolesPlugin(offered)));
  }

  private RunRecord run(Caller caller, String calls, List<Tool> offered, List<Plugin> plugins) {
    model = new RecordingModel(Script.builder().calls(calls, Map.of()).says("done"));
    node = new TestNode(model, agent -> agent, plugins, offered.toArray(Tool[]::new));
    var accepted = node.service.submit(TestNode.request("t", "go").by(caller));
    thread = accepted.threadId();
    node.executeAll();
    return node.record(accepted.runId());
  }

  private String answer() {
    return node.stores.threads().history(thread).stream()
        .filter(message -> message.role() == Role.TOOL)
        .map(Message::text)
        .findFirst()
        .orElseThrow();
  }

  private static Caller caller(String who) {
    return switch (who) {
      case "clerk" -> CLERK;
      case "guest" -> GUEST;
      default -> Caller.ANONYMOUS;
    };
  }

  private BeanTool tool(String name) {
    var method =
        Arrays.stream(Desk.class.getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return new BeanTool(
        ToolMethod.of(method),
        () ->
            new ToolBean.Lease() {
              @Override
              public Object reference() {
                return desk;
              }

              @Override
              public void close() {}
            },
        new ArgumentSchemas(),
        new OpenTransactionTest.OneTransaction());
  }
}
