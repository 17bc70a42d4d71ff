package io.awaken.core.plugin.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sections of one agent, each read once. Thread-safe. They were checked when the agent was
 * resolved.
 */
public final class Sections {

  public static final Sections NONE = new Sections(Map.of());

  private final Map<String, JsonNode> raw;
  private final Map<String, Object> read = new ConcurrentHashMap<>();

  public Sections(Map<String, JsonNode> raw) {
    this.raw = Map.copyOf(raw);
  }

  /**
   * The section as its plugin reads it, or the default when the agent has none.
   *
   * @throws RuntimeException of the section's codec when it cannot be read
   */
  // One key has one section: the registrar refuses a second.
  @SuppressWarnings("unchecked")
  public <C> C get(ConfigSection<C> section) {
    return (C) read.computeIfAbsent(section.key(), key -> decode(section));
  }

  private <C> C decode(ConfigSection<C> section) {
    JsonNode json = raw.get(section.key());
    return json == null ? section.absent().get() : section.config().decode(json);
  }
}
