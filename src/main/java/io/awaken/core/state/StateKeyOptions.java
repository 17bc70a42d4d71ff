package io.awaken.core.state;

/**
 * How a key is registered (features row 44).
 *
 * @param persistent whether the value is stored with the run's commits; default true
 * @param retainOnUninstall whether the value stays when the plugin goes; default false
 * @param scope overrides the key's own scope; null for that one
 */
public record StateKeyOptions(boolean persistent, boolean retainOnUninstall, KeyScope scope) {

  public static final StateKeyOptions DEFAULT = new StateKeyOptions(true, false, null);

  /** The value is forgotten when the activation of the run ends. */
  public StateKeyOptions transientValue() {
    return new StateKeyOptions(false, retainOnUninstall, scope);
  }

  public StateKeyOptions retained() {
    return new StateKeyOptions(persistent, true, scope);
  }

  public StateKeyOptions in(KeyScope other) {
    return new StateKeyOptions(persistent, retainOnUninstall, other);
  }
}
