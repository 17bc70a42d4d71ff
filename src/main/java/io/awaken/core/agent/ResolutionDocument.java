package io.awaken.core.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.agent.PinnedVersion.PinnedAgent;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.Mentions;
import io.awaken.core.plugin.context.Sections;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.text.CanonicalHash;
import io.awaken.core.text.CanonicalJson;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The body of a {@link Resolution}.
 *
 * @param version version of the format
 * @param agent the id of the agent
 * @param agents that agent and those that may take over from it, by id
 * @param models all models that they may use, by id
 * @param pools pools of models that they name, by id; omitted when empty
 * @param providers providers of these models by id, as {@link ProviderDocuments} writes them
 */
record ResolutionDocument(
    int version,
    String agent,
    Map<String, PinnedAgent> agents,
    Map<String, ModelSpec> models,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ModelPoolSpec> pools,
    Map<String, JsonNode> providers) {

  ResolutionDocument {
    pools = pools == null ? Map.of() : pools;
  }

  static final int VERSION = 1;

  /** Fields of an agent's document whose order is irrelevant. */
  private static final List<String> SETS =
      List.of("active_hook_filter", "allowed_tools", "excluded_tools");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  Resolution write() {
    ObjectNode tree = MAPPER.valueToTree(this);
    for (JsonNode each : tree.get("agents")) {
      ObjectNode spec = (ObjectNode) each.get("spec");
      SETS.forEach(field -> sort(spec, field));
    }
    String body = canonical(tree);
    return new Resolution(CanonicalHash.ofText(body), body);
  }

  private static void sort(ObjectNode spec, String field) {
    if (spec.get(field) instanceof ArrayNode values) {
      var sorted = new TreeSet<String>();
      values.forEach(value -> sorted.add(value.textValue()));
      ArrayNode again = spec.putArray(field);
      sorted.forEach(again::add);
    }
  }

  /**
   * @throws IllegalArgumentException when this release cannot read it
   */
  static ResolutionDocument read(Resolution resolution) {
    try {
      ResolutionDocument document = MAPPER.readValue(resolution.body(), ResolutionDocument.class);
      if (document.version() != VERSION) {
        throw new IllegalArgumentException("documents of version " + document.version());
      }
      return document;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("documents that can be read", e);
    }
  }

  /** Canonical text, independent of the order of fields. */
  static String canonical(JsonNode node) {
    return CanonicalJson.of(node).toString();
  }

  /**
   * Writes the documents of an agent and of the successors that its sections name. A successor that
   * cannot be resolved is omitted.
   */
  static final class ResolutionWriter {

    private final RegistrySnapshot registry;
    private final Map<String, PinnedAgent> agents = new TreeMap<>();
    private final Map<String, ModelSpec> models = new TreeMap<>();
    private final Map<String, ModelPoolSpec> pools = new TreeMap<>();
    private final Map<String, JsonNode> providers = new TreeMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final CanonicalHash hashes = new CanonicalHash();

    private ResolutionWriter(RegistrySnapshot registry) {
      this.registry = registry;
    }

    /**
     * @throws ResolveException when the agent itself cannot be resolved
     */
    static Resolution write(RegistrySnapshot registry, String agentId) {
      var writer = new ResolutionWriter(registry);
      writer.add(AgentResolver.resolve(registry, agentId));
      while (!writer.open.isEmpty()) {
        writer.tryOut(writer.open.remove());
      }
      return new ResolutionDocument(
              ResolutionDocument.VERSION,
              agentId,
              writer.agents,
              writer.models,
              writer.pools,
              writer.providers)
          .write();
    }

    private void tryOut(String agentId) {
      if (agents.containsKey(agentId)) {
        return;
      }
      ResolvedAgent agent;
      try {
        agent = AgentResolver.resolve(registry, agentId);
      } catch (ResolveException e) {
        return;
      }
      add(agent);
    }

    private void add(ResolvedAgent agent) {
      AgentSpec spec = agent.spec();
      AgentPlugins plugins = AgentPlugins.of(registry.plugins(), spec, List.of());
      var named = new TreeSet<String>();
      var tools = new TreeMap<String, String>();
      if (spec.endpoint() == null) {
        agent.tools().forEach((id, tool) -> tools.put(id, hash(tool, hashes)));
      }
      for (InstalledPlugin plugin : plugins.all()) {
        if (!registry.plugins().injected().contains(plugin)) {
          named.add(plugin.name());
        }
        plugin.registration().sections().values().stream()
            .map(section -> mentions(section, agent.sections()))
            .forEach(mentions -> add(mentions, plugins, tools));
      }
      agents.put(spec.id(), new PinnedAgent(spec, sorted(named), tools));
      AgentModels.ids(spec).forEach(this::model);
    }

    private static SortedSet<String> sorted(TreeSet<String> names) {
      return Collections.unmodifiableSortedSet(names);
    }

    private static <C> Mentions mentions(ConfigSection<C> section, Sections sections) {
      return section.mentions().apply(sections.get(section));
    }

    private void add(Mentions mentions, AgentPlugins plugins, Map<String, String> tools) {
      open.addAll(new TreeSet<>(mentions.agents()));
      mentions.models().forEach(this::model);
      for (String id : mentions.tools()) {
        RegisteredTool tool = plugins.tool(id).orElse(registry.tools().get(id));
        if (tool != null) {
          tools.put(id, hash(tool, hashes));
        }
      }
    }

    private void model(String id) {
      ModelPoolSpec pool = registry.pools().get(id);
      if (pool != null) {
        pools.put(id, pool);
      }
      for (ModelSpec model : registry.modelsBehind(id)) {
        models.put(model.id(), model);
        providers.computeIfAbsent(model.providerId(), registry.providers()::of);
      }
    }

    static String hash(RegisteredTool tool, CanonicalHash hashes) {
      JsonNode parameters = tool.descriptor().parameters();
      return parameters == null ? CanonicalHash.ofText("") : hashes.of(parameters);
    }
  }
}
