package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistration;
import io.awaken.core.plugin.context.ConfigSection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

  /**
   * Validates a section of agents' documents by its schema, compiled once, and by parsing it
   * (features row 35). Reasons name positions and rules, never values, since a section may contain
   * secrets. Thread-safe.
   */
  static final class SectionCheck {

    private static final int SHOWN = 5;

    private final ConfigSection<?> section;
    private final Schema schema;

    private SectionCheck(ConfigSection<?> section, Schema schema) {
      this.section = section;
      this.schema = schema;
    }

    /**
     * @throws IllegalArgumentException when the section's schema is invalid
     */
    static SectionCheck of(ConfigSection<?> section) {
      if (section.schema() == null) {
        return new SectionCheck(section, null);
      }
      try {
        return new SectionCheck(
            section,
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(section.schema()));
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(
            "section " + section.key() + " has a schema that is no JSON schema", e);
      }
    }

    /** The place and the message; the place of an unknown field is the field itself. */
    private static String located(Error error) {
      String unknown =
          "additionalProperties".equals(error.getKeyword()) ? error.getProperty() : null;
      String place = error.getInstanceLocation() + (unknown == null ? "" : "/" + unknown);
      return place.isEmpty() ? error.getMessage() : place + ": " + error.getMessage();
    }

    /** Why a section is invalid; empty when it is valid. */
    Optional<String> breach(JsonNode json) {
      if (schema != null) {
        var errors = schema.validate(json);
        if (!errors.isEmpty()) {
          return Optional.of(
              errors.stream()
                  .limit(SHOWN)
                  .map(SectionCheck::located)
                  .collect(Collectors.joining("; ")));
        }
      }
      try {
        section.config().decode(json);
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        // The message of the section's own codec is written for its author.
        return Optional.of(e.getMessage());
      } catch (RuntimeException e) {
        return Optional.of("it cannot be read");
      }
    }

    /**
     * Why a valid section does not fit other agents; empty when it does.
     *
     * @param agents whether there is an agent with an id
     */
    Optional<String> misfit(JsonNode json, Predicate<String> agents) {
      return misfit(section, json, agents);
    }

    private static <C> Optional<String> misfit(
        ConfigSection<C> section, JsonNode json, Predicate<String> agents) {
      return section.misfit().apply(section.config().decode(json), agents);
    }
  }
}
