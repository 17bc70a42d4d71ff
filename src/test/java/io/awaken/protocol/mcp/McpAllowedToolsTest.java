package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.json;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.RetryClass;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tool calls that need an approval. */
@Rows({1100, 1101, 1103})
class McpAllowedToolsTest {

  private static final String PAY = "{'name':'pay','arguments':{'value':'10'}}";
  private static final String ELICITS = "{'elicitation':{}}";

  private final FunctionTool pay = FunctionTool.answering("pay", "paid");
  private final FunctionTool look = FunctionTool.answering("look", "seen").retried(RetryClass.SAFE);

  private static McpApi guarded(TestPlugin plugin, FunctionTool... tools) {
    return new McpApi(Script.builder().says("Hello").build(), List.of(plugin), tools);
  }

  private static FakeExchange call(McpApi api, String name, String params, String capabilities) {
    return api.open(
        modern("tools/call", name), modernRequest(2, "tools/call", params, capabilities));
  }

  private McpApi asking() {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context ->
                        Optional.of(
                            new ToolIntercept.Suspend(
                                SuspendTicket.approval("pay", "May I pay?")))));
    return guarded(gate, pay).offering("pay");
  }

  @Test
  void aCallThatNeedsApprovalIsSuspended() {
    McpApi api = asking();

    JsonNode asked = api.messages(call(api, "pay", PAY, ELICITS)).getLast().get("result");

    assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
    assertThat(pay.calls()).isEmpty();
    String question = asked.get("inputRequests").fieldNames().next();
    ObjectNode params = (ObjectNode) json(PAY.replace('\'', '"'));
    params.set("requestState", asked.get("requestState"));
    params
        .putObject("inputResponses")
        .putObject(question)
        .put("action", "accept")
        .putObject("content")
        .put("approved", true);

    JsonNode done =
        api.messages(call(api, "pay", params.toString(), ELICITS)).getLast().get("result");

    assertThat(done.at("/content/0/text").asText()).isEqualTo("paid");
    assertThat(pay.calls()).hasSize(1);
  }

  @Test
  void aCallOfAnotherToolCannotAnswerAQuestion() {
    McpApi api = guarded(gateOfPay(), pay, look.retried(RetryClass.NEVER)).offering("*");
    JsonNode asked = api.messages(call(api, "pay", PAY, ELICITS)).getLast().get("result");
    ObjectNode params = (ObjectNode) json("{\"name\":\"look\",\"arguments\":{\"value\":\"x\"}}");
    params.set("requestState", asked.get("requestState"));

    Response refused = (Response) call(api, "look", params.toString(), ELICITS).answered();

    assertThat(body(refused).at("/error/message").asText()).contains("requestState");
  }

  private static TestPlugin gateOfPay() {
    return new TestPlugin(
        "gate",
        parts ->
            parts.registerToolGateHook(
                context ->
                    context.call().name().equals("pay")
                        ? Optional.of(
                            new ToolIntercept.Suspend(SuspendTicket.approval("pay", "May I pay?")))
                        : Optional.empty()));
  }

  @Test
  void aBlockedCallReturnsAnErrorWithTheReason() {
    var deny =
        new TestPlugin(
            "deny",
            parts ->
                parts.registerToolGateHook(
                    context -> Optional.of(new ToolIntercept.Block("not for you"))));
    McpApi api = guarded(deny, pay).offering("pay");

    JsonNode result = api.messages(call(api, "pay", PAY, "{}")).getLast().get("result");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).isEqualTo("not for you");
    assertThat(pay.calls()).isEmpty();
  }
}
