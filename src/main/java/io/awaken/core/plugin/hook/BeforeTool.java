package io.awaken.core.plugin.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;
import java.util.Objects;

/** Called for each call with valid arguments, before the gates. */
@FunctionalInterface
public interface BeforeTool {

  /** The outcome. */
  sealed interface Outcome {

    /** Further changes, such as a state update; null for nothing. */
    StateCommand command();
  }

  /**
   * The call continues with these arguments; changed ones are validated again. Later hooks see
   * them.
   */
  record Proceed(JsonNode arguments, StateCommand command) implements Outcome {
    public Proceed {
      Objects.requireNonNull(arguments, "a call that continues must have arguments");
    }

    /** Without further changes. */
    public Proceed(JsonNode arguments) {
      this(arguments, null);
    }
  }

  /** This is the result; the tool is not called and later hooks are skipped. */
  record Answer(ToolResult result, StateCommand command) implements Outcome {
    public Answer {
      Objects.requireNonNull(result, "a hook that answers a call must give a result");
    }

    /** Without further changes. */
    public Answer(ToolResult result) {
      this(result, null);
    }
  }

  /**
   * @param context its call is set
   * @param call its arguments are a copy of the hook's own: it may modify and return them, or
   *     ignore them
   * @return never null
   */
  Outcome beforeTool(PhaseContext context, ToolCall call) throws Exception;
}
