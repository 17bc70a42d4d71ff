package io.awaken.builtin.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.state.Phase;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.Moments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After the plugin of trpc-agent-go: ToolError. */
class ToolErrorEnvelopeTest {

  private static final ToolCall CALL = Moments.call("c", "order", "{}");

  private static AfterTool.Decision after(ToolResult result) throws Exception {
    return Moments.only(ExtensionPoint.AFTER_TOOL, new ToolErrorEnvelope())
        .afterTool(Moments.about(Phase.AFTER_TOOL_EXECUTE, CALL, result), CALL, result);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "invalid_arguments, model,     invalid_arguments, invalid_arguments, true",
        "not_found,         model,     unknown_tool,      not_found,         false",
        "denied,            framework, denied,            denied,            false",
        "cancelled,         framework, not_executed,      cancelled,         false",
        "blocked,           framework, denied,            blocked,           false",
        "plugin_failed,     framework, plugin_failed,     plugin_failed,     false",
        "result_too_large,  tool,      result_too_large,  result_too_large,  false",
        "timeout,           tool,      transient,         timeout,           true",
        "rate_limited,      tool,      transient,         rate_limited,      true",
        "out_of_stock,      tool,      execution_failed,  out_of_stock,      false",
        "internal,          tool,      execution_failed,  internal,          false",
        "-,                 tool,      execution_failed,  execution_failed,  false",
      })
  void everyFailureHasSourceKindCodeAndRetryable(
      String code, String source, String kind, String as, boolean retryable) throws Exception {
    ToolResult result = after(ToolResult.errorWithCode("order", code, "no")).result();

    assertThat(Moments.json(result.modelText()))
        .isEqualTo(
            Moments.json(
                """
                {"error": "no", "code": "%s", "details":
                  {"source": "%s", "kind": "%s", "code": "%s", "retryable": %s}}
                """
                    .formatted(as, source, kind, as, retryable)));
  }

  @Test
  void anInvalidArgumentHasAPointer() throws Exception {
    String schema =
        """
        {"type": "object", "properties": {"lines": {"type": "array",
          "items": {"type": "object", "properties": {"pieces": {"type": "integer"}}}}}}
        """;
    String refusal = refusal(schema, "{\"lines\": [{\"pieces\": \"three\"}]}");

    ToolResult result =
        after(ToolResult.errorWithCode("order", "invalid_arguments", refusal)).result();

    assertThat(result.data().path("param").asText()).isEqualTo("/lines/0/pieces");
    assertThat(result.message()).isEqualTo(refusal);
  }

  @Test
  void severalWrongArgumentsHaveNoPointer() throws Exception {
    String schema =
        """
        {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}
        """;
    String refusal = refusal(schema, "{\"a\": \"x\", \"b\": \"y\"}");

    ToolResult result =
        after(ToolResult.errorWithCode("order", "invalid_arguments", refusal)).result();

    assertThat(result.data().has("param")).isFalse();
  }

  @Test
  void otherResultsAreUnchanged() throws Exception {
    ToolResult enveloped = after(ToolResult.error("order", "no")).result();

    assertThat(after(ToolResult.success("order", Moments.json("1"))))
        .isEqualTo(AfterTool.Decision.KEEP);
    assertThat(after(enveloped)).isEqualTo(AfterTool.Decision.KEEP);
  }

  private static String refusal(String schema, String arguments) {
    try {
      new ArgumentSchema(Moments.json(schema)).check(Moments.json(arguments));
      throw new AssertionError("accepted");
    } catch (ToolException e) {
      return e.getMessage();
    }
  }
}
