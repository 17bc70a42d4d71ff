package io.awaken.core.submit;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.run.Sharing;

/**
 * What a request may ask, checked at every door before a store sees it. Rules about the state of
 * the thread are in {@code core.decision.Admission}; a redrive does not pass here. Implementations
 * are thread-safe; {@link AgentRules} has the rules of a node.
 */
@FunctionalInterface
public interface RequestRules {

  /**
   * Refuses a request that cannot be run.
   *
   * @throws RuntimeException a refusal that {@link AgentRules#check} names
   */
  void check(RunRequest request);

  /**
   * Checks the media of a request.
   *
   * @return the request with type and size of referenced media
   * @throws MediaRefused naming the field
   */
  default RunRequest withMedia(RunRequest request) {
    return request;
  }

  /** Who may use the thread that a request begins, besides its owner. */
  default Sharing sharing(RunRequest request) {
    return Sharing.TENANT.and(request.share());
  }

  /** Largest media in bytes that remains in its message; larger media is stored separately. */
  default int inlineMedia() {
    return LargeMedia.INLINE;
  }
}
