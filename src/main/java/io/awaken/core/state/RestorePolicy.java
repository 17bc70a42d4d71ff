package io.awaken.core.state;

/**
 * How strict the restoring of stored state is (features row 52).
 *
 * @param unknownKey for a value whose key is not registered in its scope
 * @param undecodable for a value that its key cannot decode
 */
public record RestorePolicy(UnknownKeyPolicy unknownKey, UnknownKeyPolicy undecodable) {

  /**
   * The default: values of plugins that are not installed, or that another agent of the thread
   * uses, are retained for them; a value that its key cannot decode is an error.
   */
  public static final RestorePolicy DEFAULT =
      new RestorePolicy(UnknownKeyPolicy.SKIP, UnknownKeyPolicy.ERROR);

  /** The same policy for both. */
  public static RestorePolicy always(UnknownKeyPolicy policy) {
    return new RestorePolicy(policy, policy);
  }
}
