package io.awaken.core.plugin;

/**
 * Who a plugin is.
 *
 * @param name unique in a runtime; what agents name in {@code plugin_ids}
 * @param description for people; may be null
 * @param inherited whether an agent's plugin goes along into delegates and handoffs; default false.
 *     Global plugins always do
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

  /** The same plugin, carried into delegates and handoffs. */
  public PluginDescriptor inheritedByChildren() {
    return new PluginDescriptor(name, description, true);
  }
}
