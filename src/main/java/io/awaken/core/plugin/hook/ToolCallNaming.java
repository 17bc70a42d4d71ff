package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.HookContext;

/**
 * Names the calls of an answer, as soon as each begins to arrive: readers, the history and the tool
 * see this id and no other.
 */
@FunctionalInterface
public interface ToolCallNaming {

  /**
   * @param providerId the provider's own id; may be null
   * @param index the call's place in the answer, counted from 1
   * @return 1 to 64 letters, digits, {@code . _ - :}; made unique by the run when it is not; null
   *     for no opinion
   */
  String name(HookContext context, String providerId, int index) throws Exception;
}
