package io.awaken.core.plugin.hook;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.context.HookContext;

/**
 * Changes a request before the model gets it: system text, tools, parameters (features row 78).
 * Each transform receives the result of the previous one.
 */
@FunctionalInterface
public interface RequestTransform {

  LlmRequest transform(HookContext context, LlmRequest request) throws Exception;
}
