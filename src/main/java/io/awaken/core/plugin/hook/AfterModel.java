package io.awaken.core.plugin.hook;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called with the whole answer of a model. Its pieces were streamed already: who must change what
 * readers see while it arrives uses {@link OnEvent} too, which is shown the text of an answer that
 * takes its place before it is stored.
 */
@FunctionalInterface
public interface AfterModel {

  /**
   * What follows.
   *
   * @param replacement the answer that takes its place; null keeps it. The first hook that gives
   *     one is the last that is asked
   * @param command what shall happen besides, such as an update of the state; null for nothing
   */
  record Decision(StreamResult replacement, StateCommand command) {

    public static final Decision KEEP = new Decision(null, null);

    public static Decision replace(StreamResult answer) {
      return new Decision(answer, null);
    }

    /** The same, and this happens besides. */
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
