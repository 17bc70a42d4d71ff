package io.awaken.core.action;

import com.fasterxml.jackson.core.type.TypeReference;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.Codec;
import io.awaken.core.state.Phase;
import java.util.List;

/** The actions of every runtime; hooks and actions may schedule them. */
public final class CoreActions {

  /** Adds a context message to this step (features row 85). */
  public static final ActionKey<ContextMessage> ADD_CONTEXT_MESSAGE =
      ActionKey.of("runtime.add_context_message", Phase.BEFORE_INFERENCE, ContextMessage.class);

  /** Overrides settings of this step's model call; the last one wins field by field (row 86). */
  public static final ActionKey<InferenceOverride> SET_INFERENCE_OVERRIDE =
      ActionKey.of(
          "runtime.set_inference_override", Phase.BEFORE_INFERENCE, InferenceOverride.class);

  /** Hides a tool from the model in this step (row 87). */
  public static final ActionKey<String> EXCLUDE_TOOL =
      ActionKey.of("runtime.exclude_tool", Phase.BEFORE_INFERENCE, String.class);

  /**
   * Hides all but these tools in this step; several inclusions form a union, exclusions apply
   * afterwards (row 88).
   */
  public static final ActionKey<List<String>> INCLUDE_ONLY_TOOLS =
      new ActionKey<>(
          "runtime.include_only_tools",
          Phase.BEFORE_INFERENCE,
          Codec.json(new TypeReference<List<String>>() {}));

  /** Blocks, suspends or answers the current call (row 89). For older plugins; prefer a gate. */
  public static final ActionKey<ToolIntercepts.Intercept> TOOL_INTERCEPT =
      ActionKey.of("tool_intercept", Phase.BEFORE_TOOL_EXECUTE, ToolIntercepts.Intercept.class);

  private CoreActions() {}
}
