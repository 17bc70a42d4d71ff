package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;

/**
 * Changes the conversation of one model call; the stored history stays unchanged. Each transform
 * receives the result of the previous one.
 */
@FunctionalInterface
public interface ContextTransform {

  /**
   * What a transform can read.
   *
   * @param hook the run
   * @param modelId the model that will be called
   * @param iteration model calls before this one in the run
   * @param lastUsage usage of the last call; null before the first
   */
  record Context(HookContext hook, String modelId, int iteration, TokenUsage lastUsage) {}

  /** A cheap check whether the transform has anything to do. */
  default boolean shouldRun(Context context, List<Message> messages) {
    return true;
  }

  /**
   * @param messages unmodifiable
   */
  List<Message> transform(Context context, List<Message> messages) throws Exception;
}
