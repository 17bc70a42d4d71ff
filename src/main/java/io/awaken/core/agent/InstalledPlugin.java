package io.awaken.core.agent;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A registered plugin, with the schemas of its tools and sections compiled once. Immutable. */
public final class InstalledPlugin {

  private final PluginRegistration registration;
  private final Map<String, RegisteredTool> tools;
  private final Map<String, SectionCheck> sections;

  private InstalledPlugin(
      PluginRegistration registration,
      Map<String, RegisteredTool> tools,
      Map<String, SectionCheck> sections) {
    this.registration = registration;
    this.tools = Collections.unmodifiableMap(tools);
    this.sections = Collections.unmodifiableMap(sections);
  }

  /**
   * Lets a plugin register.
   *
   * @throws io.awaken.core.state.StateException when it registers a part twice
   * @throws IllegalArgumentException naming the plugin and its invalid tool or section
   */
  static InstalledPlugin of(Plugin plugin) {
    PluginRegistration registration = PluginRegistration.of(plugin);
    var tools = new LinkedHashMap<String, RegisteredTool>();
    var sections = new LinkedHashMap<String, SectionCheck>();
    try {
      registration.tools().forEach((id, tool) -> tools.put(id, RegisteredTool.of(tool)));
      registration
          .sections()
          .forEach((key, section) -> sections.put(key, SectionCheck.of(section)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "plugin " + registration.name() + ": " + e.getMessage(), e);
    }
    return new InstalledPlugin(registration, tools, sections);
  }

  public String name() {
    return registration.name();
  }

  public PluginRegistration registration() {
    return registration;
  }

  /** Its tools by id, in order of registration. */
  public Map<String, RegisteredTool> tools() {
    return tools;
  }

  Map<String, SectionCheck> sections() {
    return sections;
  }

  /** Whether delegates and handoff targets of an agent inherit it. */
  boolean inherited() {
    return registration.descriptor().inherited();
  }
}
