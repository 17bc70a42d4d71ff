package io.awaken.core.loop.inference;

import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.ContextMessage.Target;
import io.awaken.core.action.ContextMessages;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.Role;
import io.awaken.core.state.MutationBatch;

/**
 * Reports to the model, after the results of its complete calls, that a further call was cut off
 * (features row 1001). Stored with the state of the step and read once. Stateless.
 */
final class TruncatedCallHint {

  private static final String KEY = "awaken.cut_call";

  static final String TEXT =
      "Your last answer was cut off in the middle of a further tool call, which was not executed."
          + " Make it again if it is still needed.";

  private TruncatedCallHint() {}

  static void give(Activation run) {
    var hint = new ContextMessage(KEY, Role.USER, TEXT, null, Target.CONVERSATION, null, null);
    run.state()
        .commit(
            MutationBatch.anywhere()
                .update(
                    RuntimeKeys.CONTEXT_MESSAGES,
                    new ContextMessages.Addition(hint, run.step() + 1)));
  }
}
