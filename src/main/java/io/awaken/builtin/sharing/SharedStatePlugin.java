package io.awaken.builtin.sharing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.StateCommand;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolOutput;

/** Lets the model change the shared state with the tool {@code update_shared_state}. Immutable. */
public final class SharedStatePlugin implements Plugin {

  public static final String NAME = "shared-state";

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(
        NAME, "lets the model change the state shared with the application", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerTool(new SharedStateTool());
  }

  /**
   * {@code update_shared_state(changes)}: applies a JSON merge patch (RFC 7396) to the shared
   * state. Thread-safe.
   */
  static final class SharedStateTool implements Tool {

    static final String ID = "update_shared_state";

    private static final String CHANGES = "changes";

    private final ToolDescriptor descriptor =
        new ToolDescriptor(
            ID,
            "Update the shared state",
            "Changes the state that the application shows: members are set, objects are merged, and"
                + " null removes a member. Lists are replaced as a whole.",
            parameters(),
            "state");

    @Override
    public ToolDescriptor descriptor() {
      return descriptor;
    }

    @Override
    public boolean inline() {
      return true;
    }

    @Override
    public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
      if (!context.agent().sharesState()) {
        return refused("state_not_allowed", "the agent shares no state with the application");
      }
      var changes = SharedState.merge((ObjectNode) arguments.get(CHANGES));
      SharedState next = context.state().getOrInitial(RuntimeKeys.SHARED_STATE).with(changes);
      if (next.values().toString().length() > SharedState.MAX_CHARS) {
        return refused(
            "state_too_large",
            "changes: the shared state must have at most "
                + SharedState.MAX_CHARS
                + " characters as JSON");
      }
      return ToolOutput.of(
              ToolResult.successWithMessage(
                  ID, JsonNodeFactory.instance.objectNode(), "the shared state is changed"))
          .with(StateCommand.none().update(RuntimeKeys.SHARED_STATE, changes));
    }

    private static ToolOutput refused(String code, String message) {
      return ToolOutput.of(ToolResult.errorWithCode(ID, code, message));
    }

    private static JsonNode parameters() {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      schema
          .putObject("properties")
          .putObject(CHANGES)
          .put("type", "object")
          .put("description", "The members to change");
      schema.putArray("required").add(CHANGES);
      return schema.put("additionalProperties", false);
    }
  }
}
