package io.awaken.core.state;

/**
 * Options of a key's registration (features row 44).
 *
 * @param persistent whether the value is stored with the run's commits; default true
 * @param retainOnUninstall whether the value stays after the plugin is removed; default false
 * @param scope overrides the key's own scope; or null
 * @param maxChars maximum characters of a stored value's JSON; default 262,144
 */
public record StateKeyOptions(
    boolean persistent, boolean retainOnUninstall, KeyScope scope, int maxChars) {

  /** Default maximum characters of a stored value, which each change rewrites. */
  public static final int MAX_CHARS = 256 * 1024;

  public static final StateKeyOptions DEFAULT = new StateKeyOptions(true, false, null, MAX_CHARS);

  /** Not stored: the value is lost at the end of the run's activation. */
  public StateKeyOptions transientValue() {
    return new StateKeyOptions(false, retainOnUninstall, scope, maxChars);
  }

  public StateKeyOptions retained() {
    return new StateKeyOptions(persistent, true, scope, maxChars);
  }

  public StateKeyOptions in(KeyScope other) {
    return new StateKeyOptions(persistent, retainOnUninstall, other, maxChars);
  }

  /** Another maximum length; each commit that changes a value rewrites all of it. */
  public StateKeyOptions upTo(int chars) {
    return new StateKeyOptions(persistent, retainOnUninstall, scope, chars);
  }
}
