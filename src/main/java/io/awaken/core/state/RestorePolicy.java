package io.awaken.core.state;

/**
 * How strict the restoring of stored state is (features row 52).
 *
 * @param unknownKey for a value whose key is not registered in its scope
 * @param undecodable for a value that its key cannot read
 */
public record RestorePolicy(UnknownKeyPolicy unknownKey, UnknownKeyPolicy undecodable) {

  /**
   * The default of a runtime: the values of a plugin that is not installed now, or that another
   * agent of the thread uses, wait for it; a value that its own key cannot read is an error.
   */
  public static final RestorePolicy DEFAULT =
      new RestorePolicy(UnknownKeyPolicy.SKIP, UnknownKeyPolicy.ERROR);

  /** One policy for both. */
  public static RestorePolicy always(UnknownKeyPolicy policy) {
    return new RestorePolicy(policy, policy);
  }
}
