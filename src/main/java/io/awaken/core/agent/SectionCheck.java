package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.awaken.core.plugin.context.ConfigSection;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Validates a section of agents' documents by its schema, compiled once, and by parsing it
 * (features row 35). Reasons name positions and rules, never values, since a section may contain
 * secrets. Thread-safe.
 */
final class SectionCheck {

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
    String unknown = "additionalProperties".equals(error.getKeyword()) ? error.getProperty() : null;
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
}
