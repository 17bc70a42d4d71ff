package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;

/**
 * Called with the tool messages that one commit will append, before the model reads them. Each hook
 * sees what the one before it made.
 *
 * <p>Unlike elsewhere, where such a hook gets all results of a round at once, a round has several
 * of these commits: each result is stored when it arrives, so that a crash loses none that is
 * there. The first commit brings, beside the answer, all results that no tool gives; then comes one
 * for each tool. A hook that must see a whole round looks at its calls in the hooks of {@code
 * step_end}, or at the conversation in a context transform.
 *
 * <p>Messages of several calls can be at hand, so {@code FAIL_CALL} fails the run here.
 */
@FunctionalInterface
public interface AfterToolMessages {

  /**
   * @return as many messages, of the same ids, calls and role in the same order; anything else
   *     fails
   */
  List<Message> afterToolMessages(HookContext context, List<Message> messages) throws Exception;
}
