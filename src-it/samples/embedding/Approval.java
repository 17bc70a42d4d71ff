import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.runtime.RuntimeStores;
import io.awaken.testkit.CollectingSink;
import java.time.InstantSource;
import java.util.Map;

/** A run that waits for a decision, and another runtime that continues it: docs/embedding.md. */
public class Approval {

  /** Has no answer of its own: the decision is the result of the call. */
  static class Price implements Tool {
    @Override
    public ToolDescriptor descriptor() {
      var parameters = JsonNodeFactory.instance.objectNode().put("type", "object");
      return new ToolDescriptor("price", null, "Asks the boss for a price.", parameters, null);
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext call) {
      return ToolOutput.suspended("price", SuspendTicket.result("price", "How much?", null));
    }
  }

  static AgentRuntime runtime(RuntimeStores stores) {
    var script = Script.builder().calls("price", Map.of()).says("It costs 30 euros.").build();
    return AgentRuntime.builder()
        .withAgentSpec(AgentSpec.builder("clerk", "small").allowedTools("price").build())
        .withModel(new ModelSpec("small", "script", "any"))
        .withProvider("script", new ScriptedModel(script))
        .withTool("price", new Price())
        .withStores(stores)
        .build();
  }

  public static void main(String[] args) {
    var stores = RuntimeStores.inMemory(InstantSource.system());
    RunResult waiting;
    try (AgentRuntime runtime = runtime(stores)) {
      var exact = InferenceOverride.builder().temperature(0).build();
      waiting = runtime.run(RunRequest.of("clerk", "The lamp?").with(exact), new CollectingSink());
      System.out.println(waiting.termination());
    }

    // Another runtime over the same stores goes on, with the overrides of the run.
    try (AgentRuntime runtime = runtime(stores)) {
      SuspensionRecord question = runtime.questions(waiting.runId()).getFirst();
      System.out.println(question.ticket().suspension().message());
      var answer =
          new DecisionRequest(
              Caller.ANONYMOUS,
              question.callId(),
              DecisionRequest.About.LAST,
              null,
              DecisionAction.RESUME,
              JsonNodeFactory.instance.textNode("30 euros"),
              null);
      System.out.println(runtime.decide(waiting.runId(), answer).getClass().getSimpleName());
      RunResult result = runtime.resume(waiting.runId(), new CollectingSink());
      System.out.println(result.response() + " " + result.steps() + " steps");
    }
  }
}
