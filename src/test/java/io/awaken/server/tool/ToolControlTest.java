package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.message.ToolResult;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import io.awaken.fixture.Rows;
import io.awaken.testkit.ToolCallContexts;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tool method's retry and time limit, and its special return types. */
class ToolControlTest {

  private static final StateKey<Integer, Integer> PLACED =
      StateKey.of("test.placed", Integer.class, () -> 0, Integer::sum);

  @SuppressWarnings("unused")
  public static class Samples {
    @AgentTool(description = "d")
    public String plain() {
      return "done";
    }

    @AgentTool(description = "d", retry = RetryClass.SAFE, timeoutSeconds = 2)
    public String reading() {
      return "done";
    }

    @AgentTool(description = "d", retry = RetryClass.NEVER, timeoutSeconds = 86_400)
    public String paying() {
      return "done";
    }

    @AgentTool(description = "d", retry = RetryClass.KEYED)
    public String keyedWithoutKey() {
      return "done";
    }

    @AgentTool(description = "d", retry = RetryClass.NEVER)
    public String neverWithKey(ToolCallContext call) {
      return call.idempotencyKey();
    }

    @AgentTool(description = "d", transactional = true)
    @Transactional
    public String transactional() {
      return "done";
    }

    @AgentTool(
        description = "d",
        retry = {RetryClass.SAFE, RetryClass.NEVER})
    public String undecided() {
      return "done";
    }

    @AgentTool(description = "d", timeoutSeconds = -1)
    public String negative() {
      return "done";
    }

    @AgentTool(description = "d", timeoutSeconds = 86_401)
    public String endless() {
      return "done";
    }

    @AgentTool(description = "d")
    public ToolOutput asking(ToolCallContext call) {
      return ToolOutput.suspended(call.toolName(), ticket("Really?"));
    }

    @AgentTool(description = "d")
    public ToolResult waiting() {
      return ToolResult.suspended("waiting", ticket("Really?"));
    }

    @AgentTool(description = "d")
    public ToolOutput verbose(ToolCallContext call) {
      return ToolOutput.suspended(call.toolName(), ticket("x".repeat(ToolAnswer.MAX_BYTES)));
    }

    @AgentTool(description = "d")
    public ToolOutput counting(ToolCallContext call) {
      return ToolOutput.of(ToolResult.success(call.toolName(), null))
          .with(StateCommand.none().update(PLACED, 1));
    }

    @AgentTool(description = "d")
    public String reporting(ToolCallContext call) {
      call.reportProgress(ProgressStatus.RUNNING, "soon", 0.5);
      return call.idempotencyKey();
    }

    private static SuspendTicket ticket(String message) {
      return SuspendTicket.approval("shop:Confirm", message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "reading, SAFE, 2",
    "paying, NEVER, 86400",
    "keyedWithoutKey, KEYED, 0",
    "neverWithKey, NEVER, 0"
  })
  void theAnnotationSetsRetryAndTimeLimit(String method, RetryClass retry, long seconds) {
    Tool tool = tool(method);

    assertThat(tool.retryClass()).isEqualTo(retry);
    assertThat(tool.timeLimit().orElse(Duration.ZERO)).hasSeconds(seconds);
  }

  @ParameterizedTest
  @CsvSource({"plain, NEVER", "reporting, KEYED", "transactional, KEYED"})
  void aMethodWithoutTheKeyIsNotRetriedUnlessDeclared(String method, RetryClass retry) {
    assertThat(tool(method).retryClass()).isEqualTo(retry);
  }

  @Test
  void aMethodWithTwoRetryClassesIsRefusedAtTheStart() {
    assertThatThrownBy(() -> tool("undecided"))
        .isInstanceOf(ToolDefinitionException.class)
        .hasMessage(
            "tool method %s.undecided has retry = [SAFE, NEVER]; it takes one value, or none for the default"
                .formatted(Samples.class.getName()));
  }

  @ParameterizedTest
  @CsvSource({"negative, -1", "endless, 86401"})
  void anInvalidTimeLimitIsRefusedAtStart(String method, int seconds) {
    assertThatThrownBy(() -> tool(method))
        .isInstanceOf(ToolDefinitionException.class)
        .hasMessage(
            "tool method %s.%s has timeoutSeconds = %d; it takes 1 to 86400, or 0 for the server's limit"
                .formatted(Samples.class.getName(), method, seconds));
  }

  @ParameterizedTest
  @CsvSource({"asking", "waiting"})
  @Rows(184)
  void aMethodMaySuspendItsCall(String method) throws Exception {
    ToolResult result = execute(method).result();

    assertThat(result.pending()).isTrue();
    Suspension asked = result.suspension().suspension();
    assertThat(asked.action()).isEqualTo("shop:Confirm");
    assertThat(asked.message()).isEqualTo("Really?");
  }

  @Test
  void aQuestionHasTheLimitOfAResult() throws Exception {
    ToolResult result = execute("verbose").result();

    assertThat(result.code()).isEqualTo("result_too_large");
    assertThat(result.suspension()).isNull();
  }

  @Test
  @Rows(115)
  void aMethodMayReturnStateChanges() throws Exception {
    ToolOutput output = execute("counting");

    assertThat(output.command().mutations().touchedKeys()).containsExactly("test.placed");
    assertThat(output.result().failed()).isFalse();
  }

  @Test
  @Rows(116)
  void aMethodSeesItsKeyAndMayReport() throws Exception {
    assertThat(execute("reporting").result().modelText()).isEqualTo("test-run:1:test-call");
  }

  private static ToolOutput execute(String method) throws Exception {
    return tool(method).execute(ToolJson.MAPPER.createObjectNode(), ToolCallContexts.test(method));
  }

  private static Tool tool(String name) {
    var method =
        Arrays.stream(Samples.class.getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return new BeanTool(
        ToolMethod.of(method),
        () -> new Direct(new Samples()),
        new ArgumentSchemas(),
        new OpenTransactionTest.OneTransaction());
  }

  private record Direct(Object reference) implements ToolBean.Lease {
    @Override
    public void close() {}
  }
}
