package io.awaken.core.plugin.hook;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called with the complete answer of a model. Its pieces were streamed already: to change what
 * readers see while it arrives, use {@link OnEvent} as well, which also receives the text of a
 * replacement answer before it is stored.
 */
@FunctionalInterface
public interface AfterModel {

  /**
   * The outcome.
   *
   * @param replacement replaces the answer; null keeps it. Hooks after the first that returns one
   *     are not called
   * @param command further changes, such as a state update; null for nothing
   */
  record Decision(StreamResult replacement, StateCommand command) {

    public static final Decision KEEP = new Decision(null, null);

    public static Decision replace(StreamResult answer) {
      return new Decision(answer, null);
    }

    /** A copy with these further changes. */
    public Decision and(StateCommand wanted) {
      return new Decision(replacement, wanted);
    }
  }

  /**
   * @param request as it was sent; as it was built, when a hook before the model answered
   * @return never null
   */
  Decision afterModel(HookContext context, LlmRequest request, StreamResult answer)
      throws Exception;
}
