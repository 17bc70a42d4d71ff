package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Actions of tests of tasks, as a client since 2026-07-28 and as its users. */
final class TaskCalls {

  /** The capabilities of a client with tasks and forms. */
  static final String CAN = "{'extensions':{'io.modelcontextprotocol/tasks':{}},'elicitation':{}}";

  static final String HELLO = "{'name':'a','arguments':{'message':'Hi'}}";
  static final String YES = "{'action':'accept','content':{'approved':true}}";

  private TaskCalls() {}

  static McpApi speaking() {
    return new McpApi(Script.builder().says("Hello world").repeating().build());
  }

  /** A server whose agent needs an approval to pay. */
  static McpApi asking(FunctionTool pay) {
    var gate =
        new TestPlugin(
            "gate",
            parts ->
                parts.registerToolGateHook(
                    context ->
                        Optional.of(
                            new ToolIntercept.Suspend(
                                SuspendTicket.approval("pay", "May I pay?")))));
    var script =
        Script.builder().calls("pay", Map.of("value", "10")).says("Done.").repeating().build();
    return new McpApi(script, List.of(gate), pay);
  }

  static Response ask(McpApi api, String method, String task, String more, String can) {
    String params = "{'taskId':'%s'%s}".formatted(task, more);
    return api.post(modern(method, task), modernRequest(2, method, params, can));
  }

  static JsonNode state(McpApi api, String task, String can) {
    return body(ask(api, "tasks/get", task, "", can)).get("result");
  }

  static void work(McpApi api) {
    for (int i = 0; i < 3; i++) {
      api.node.executeAll();
      api.node.starter.claimDue();
      api.node.executeAll();
      api.threads.runAll();
    }
  }
}
