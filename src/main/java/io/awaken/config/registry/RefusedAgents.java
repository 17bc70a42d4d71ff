package io.awaken.config.registry;

import io.awaken.config.Documents;
import io.awaken.config.Origins;
import io.awaken.config.source.DocumentKind;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveError;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.agent.SectionWarnings;
import io.awaken.core.spec.AgentSpec;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the agents of a snapshot that do not resolve, and the cause in their documents. */
final class RefusedAgents {

  private static final System.Logger LOG = System.getLogger(RegistryLoader.class.getName());
  private static final String FALLBACKS = "sections.retry.fallback_models";

  private RefusedAgents() {}

  /** Resolves every agent. */
  static List<ResolveException> of(RegistrySnapshot snapshot) {
    var refused = new ArrayList<ResolveException>();
    for (AgentSpec agent : snapshot.agentList()) {
      try {
        AgentResolver.resolve(snapshot, agent.id());
      } catch (ResolveException e) {
        refused.add(e);
      }
    }
    return refused;
  }

  /** The reason with file, line and field. */
  static DocumentProblem problem(Documents documents, ResolveError error) {
    return switch (error) {
      case ResolveError.AgentNotFound e -> problem(documents, e.agentId(), null, e);
      case ResolveError.ModelNotFound e ->
          problem(documents, e.agentId(), modelField(documents, e), e);
      case ResolveError.ProviderNotFound e -> problem(documents, e.agentId(), "model_id", e);
      case ResolveError.PluginNotFound e ->
          problem(documents, e.agentId(), pluginField(documents, e), e);
      case ResolveError.InvalidPluginConfig e ->
          problem(documents, e.agentId(), sectionField(documents, e), e);
      case ResolveError.CapabilityMismatch e -> problem(documents, e.agentId(), e.field(), e);
      case ResolveError.InvalidDelegate e -> problem(documents, e.agentId(), e.field(), e);
      case ResolveError.InvalidResponseFormat e -> problem(documents, e.agentId(), e.field(), e);
      case ResolveError.ToolIdConflict e -> problem(documents, e.agentId(), "plugin_ids", e);
      case ResolveError.EnvBuild e -> problem(documents, e.agentId(), "plugin_ids", e);
      case ResolveError.PinnedVersionUnavailable e -> problem(documents, e.agentId(), null, e);
    };
  }

  /** What plugins warn of in the sections of agents that resolve, with file and line. */
  static List<DocumentProblem> warnings(Documents documents, RegistrySnapshot snapshot) {
    var warnings = new ArrayList<DocumentProblem>();
    for (AgentSpec agent : documents.agents()) {
      resolved(snapshot, agent.id()).map(one -> SectionWarnings.of(snapshot, one)).stream()
          .flatMap(List::stream)
          .map(warning -> warning(documents, agent.id(), warning))
          .forEach(warnings::add);
    }
    return warnings;
  }

  private static DocumentProblem warning(
      Documents documents, String agentId, SectionWarnings.Warning warning) {
    Origins origins = documents.origins();
    String section = sectionField(warning.key());
    String field = origins.fieldWithin(DocumentKind.AGENT, agentId, section, warning.text());
    return origins.problem(DocumentKind.AGENT, agentId, field, warning.text());
  }

  private static Optional<ResolvedAgent> resolved(RegistrySnapshot snapshot, String agentId) {
    try {
      return Optional.of(AgentResolver.resolve(snapshot, agentId));
    } catch (ResolveException e) {
      return Optional.empty();
    }
  }

  private static String modelField(Documents documents, ResolveError.ModelNotFound missing) {
    boolean own =
        agent(documents, missing.agentId())
            .filter(agent -> missing.modelId().equals(agent.modelId()))
            .isPresent();
    return own ? "model_id" : FALLBACKS;
  }

  private static String pluginField(Documents documents, ResolveError.PluginNotFound missing) {
    return agent(documents, missing.agentId())
        .map(agent -> agent.pluginIds().indexOf(missing.plugin()))
        .filter(at -> at >= 0)
        .map(at -> "plugin_ids[" + at + "]")
        .orElse("plugin_ids");
  }

  private static Optional<AgentSpec> agent(Documents documents, String id) {
    return documents.agents().stream().filter(agent -> agent.id().equals(id)).findFirst();
  }

  private static String sectionField(Documents documents, ResolveError.InvalidPluginConfig e) {
    String section = sectionField(e.key());
    return documents.origins().fieldWithin(DocumentKind.AGENT, e.agentId(), section, e.reason());
  }

  private static String sectionField(String key) {
    return AgentSpec.STOP_CONDITIONS.equals(key) ? key : "sections." + key;
  }

  private static DocumentProblem problem(
      Documents documents, String agentId, String field, ResolveError error) {
    return documents.origins().problem(DocumentKind.AGENT, agentId, field, error.message());
  }

  /** Warns of tools that these agents allow and that do not exist. */
  static void warnOfMissingTools(RegistrySnapshot snapshot, Collection<AgentSpec> agents) {
    for (AgentSpec agent : agents) {
      if (agent.endpoint() != null || agent.allowedTools() == null) {
        continue;
      }
      var missing = new TreeSet<>(agent.allowedTools());
      missing.removeAll(offered(snapshot, agent));
      missing.removeIf(id -> !agent.mayUse(id));
      if (!missing.isEmpty()) {
        LOG.log(
            Level.WARNING,
            "agent {0} allows tools that do not exist: {1}; they are ignored",
            agent.id(),
            missing);
      }
    }
  }

  /** For a refused agent all tools count as offered: its other problem is reported. */
  private static Set<String> offered(RegistrySnapshot snapshot, AgentSpec agent) {
    return resolved(snapshot, agent.id())
        .map(resolved -> resolved.tools().keySet())
        .orElse(agent.allowedTools());
  }
}
