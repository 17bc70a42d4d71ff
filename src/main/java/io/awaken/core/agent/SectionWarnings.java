package io.awaken.core.agent;

import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.Sections;
import java.util.List;
import java.util.stream.Stream;

/** What the plugins of an agent warn of in its sections. */
public final class SectionWarnings {

  private SectionWarnings() {}

  /**
   * A warning.
   *
   * @param key the section
   * @param text a sentence that may begin with a field of the section
   */
  public record Warning(String key, String text) {}

  /** The warnings of an agent that resolves. Silenced plugins do not warn. */
  public static List<Warning> of(RegistrySnapshot registry, ResolvedAgent agent) {
    return AgentPlugins.of(registry.plugins(), agent.spec(), List.of()).behaving().stream()
        .flatMap(plugin -> plugin.registration().sections().values().stream())
        .flatMap(section -> of(section, agent.sections()))
        .toList();
  }

  private static <C> Stream<Warning> of(ConfigSection<C> section, Sections sections) {
    return section.warnings().apply(sections.get(section)).stream()
        .map(text -> new Warning(section.key(), text));
  }
}
