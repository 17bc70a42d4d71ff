package io.awaken.core.state;

/**
 * How a key is registered (features row 44).
 *
 * @param persistent whether the value is stored with the run's commits; default true
 * @param retainOnUninstall whether the value stays when the plugin goes; default false
 * @param scope overrides the key's own scope; null for that one
 * @param maxChars characters of JSON that a stored value may have; default 262,144
 */
public record StateKeyOptions(
    boolean persistent, boolean retainOnUninstall, KeyScope scope, int maxChars) {

  /** Characters of a stored value; it is written anew whenever it changed. */
  public static final int MAX_CHARS = 256 * 1024;

  public static final StateKeyOptions DEFAULT = new StateKeyOptions(true, false, null, MAX_CHARS);

  /** The value is forgotten when the activation of the run ends. */
  public StateKeyOptions transientValue() {
    return new StateKeyOptions(false, retainOnUninstall, scope, maxChars);
  }

  public StateKeyOptions retained() {
    return new StateKeyOptions(persistent, true, scope, maxChars);
  }

  public StateKeyOptions in(KeyScope other) {
    return new StateKeyOptions(persistent, retainOnUninstall, other, maxChars);
  }

  /** Values of another length; each commit that changes one writes all of it. */
  public StateKeyOptions upTo(int chars) {
    return new StateKeyOptions(persistent, retainOnUninstall, scope, chars);
  }
}
