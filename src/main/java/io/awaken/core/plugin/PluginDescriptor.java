package io.awaken.core.plugin;

/**
 * Name and properties of a plugin.
 *
 * @param name unique in a runtime; agents list it in {@code plugin_ids}
 * @param description for people; may be null
 * @param inherited whether delegates and handoff targets of an agent get its plugin; default false.
 *     They always get global plugins
 */
public record PluginDescriptor(String name, String description, boolean inherited) {

  private static final int MAX_LENGTH = 128;

  public PluginDescriptor {
    if (name == null || name.isBlank() || name.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("a plugin's name has 1 to " + MAX_LENGTH + " characters");
    }
  }

  public static PluginDescriptor of(String name) {
    return new PluginDescriptor(name, null, false);
  }

  /** A copy that delegates and handoff targets inherit. */
  public PluginDescriptor inheritedByChildren() {
    return new PluginDescriptor(name, description, true);
  }
}
