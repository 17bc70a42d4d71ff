package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;

/**
 * Called with the tool messages that one commit will append, before the model reads them. Each hook
 * receives the result of the previous one.
 *
 * <p>A round has several of these commits, because each result is stored when it arrives so that a
 * crash loses none. The first commit contains the answer and all results that need no tool; then
 * follows one for each tool. A hook that needs a whole round reads its calls in the hooks of {@code
 * step_end}, or the conversation in a context transform.
 *
 * <p>A commit can have messages of several calls, so {@code FAIL_CALL} fails the run here.
 */
@FunctionalInterface
public interface AfterToolMessages {

  /**
   * @return exactly as many messages, with unchanged ids, calls, role and order; anything else
   *     fails
   */
  List<Message> afterToolMessages(HookContext context, List<Message> messages) throws Exception;
}
