package io.awaken.core.plugin;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import java.util.Optional;

/**
 * Called with the whole answer of a model. Its pieces were streamed already: who must change what
 * readers see while it arrives uses {@link OnEvent} too.
 */
@FunctionalInterface
public interface AfterModel {

  /**
   * @param request as it was sent; as it was built, when a hook before the model answered
   * @return the answer that takes its place; the first hook that gives one is the last that is
   *     asked
   */
  Optional<StreamResult> afterModel(HookContext context, LlmRequest request, StreamResult answer)
      throws Exception;
}
