package io.awaken.core.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds an agent in code (features row 9). Defaults are documented at {@link AgentSpec}; methods
 * with several values replace earlier ones. Not thread-safe.
 */
public final class AgentSpecBuilder {

  private final String id;
  private String modelId;
  private String description;
  private String systemPrompt;
  private Integer maxRounds;
  private Integer maxContinuationRetries;
  private ToolExecutionMode toolExecutionMode;
  private ContextWindowPolicy contextPolicy;
  private ResponseFormat responseFormat;
  private Integer responseRetries;
  private List<JsonNode> stopConditions = List.of();
  private List<String> pluginIds = List.of();
  private Set<String> activeHookFilter = Set.of();
  private Set<String> allowedTools;
  private List<ToolPattern> allowedToolPatterns;
  private Set<String> excludedTools = Set.of();
  private List<ToolPattern> excludedToolPatterns = List.of();
  private List<String> mcpServers = List.of();
  private List<String> delegates = List.of();
  private RemoteEndpoint endpoint;
  private final Map<String, JsonNode> sections = new LinkedHashMap<>();
  private String registry;
  private Set<Exposure> expose = Set.of();
  private Boolean clientInstructions;
  private Boolean sharedState;
  private List<AgentSpec.Shared> share;

  AgentSpecBuilder(String id, String modelId) {
    this.id = id;
    this.modelId = modelId;
  }

  AgentSpecBuilder(AgentSpec spec) {
    this(spec.id(), spec.modelId());
    description = spec.description();
    systemPrompt = spec.systemPrompt();
    maxRounds = spec.maxRounds();
    maxContinuationRetries = spec.maxContinuationRetries();
    toolExecutionMode = spec.toolExecutionMode();
    contextPolicy = spec.contextPolicy();
    responseFormat = spec.responseFormat();
    responseRetries = spec.responseRetries();
    stopConditions = spec.stopConditions();
    pluginIds = spec.pluginIds();
    activeHookFilter = spec.activeHookFilter();
    allowedTools = spec.allowedTools();
    allowedToolPatterns = spec.allowedToolPatterns();
    excludedTools = spec.excludedTools();
    excludedToolPatterns = spec.excludedToolPatterns();
    mcpServers = spec.mcpServers();
    delegates = spec.delegates();
    endpoint = spec.endpoint();
    sections.putAll(spec.sections());
    registry = spec.registry();
    expose = spec.expose();
    clientInstructions = spec.clientInstructions();
    sharedState = spec.sharedState();
    share = spec.share();
  }

  public AgentSpecBuilder description(String text) {
    description = text;
    return this;
  }

  /** Replaces the model. */
  public AgentSpecBuilder modelId(String id) {
    modelId = id;
    return this;
  }

  public AgentSpecBuilder systemPrompt(String text) {
    systemPrompt = text;
    return this;
  }

  public AgentSpecBuilder maxRounds(int rounds) {
    maxRounds = rounds;
    return this;
  }

  public AgentSpecBuilder maxContinuationRetries(int retries) {
    maxContinuationRetries = retries;
    return this;
  }

  public AgentSpecBuilder toolExecutionMode(ToolExecutionMode mode) {
    toolExecutionMode = mode;
    return this;
  }

  /**
   * How much of the conversation is sent to the model; {@link ContextWindowPolicy#OFF} for all of
   * it.
   */
  public AgentSpecBuilder contextPolicy(ContextWindowPolicy policy) {
    contextPolicy = policy;
    return this;
  }

  /** The format of the last answer of a run. */
  public AgentSpecBuilder responseFormat(ResponseFormat format) {
    responseFormat = format;
    return this;
  }

  /** Maximum corrections of an answer in another format. */
  public AgentSpecBuilder responseRetries(int retries) {
    responseRetries = retries;
    return this;
  }

  public AgentSpecBuilder stopConditions(List<? extends JsonNode> conditions) {
    stopConditions = List.copyOf(conditions);
    return this;
  }

  public AgentSpecBuilder plugins(String... names) {
    pluginIds = List.of(names);
    return this;
  }

  public AgentSpecBuilder activeHookFilter(String... names) {
    activeHookFilter = new LinkedHashSet<>(Arrays.asList(names));
    return this;
  }

  /** Ids of the only tools, in addition to those that match an allowed pattern. */
  public AgentSpecBuilder allowedTools(String... ids) {
    allowedTools = new LinkedHashSet<>(Arrays.asList(ids));
    return this;
  }

  /**
   * Patterns of the only tools, in addition to those allowed by id.
   *
   * @throws ToolPattern.Invalid when one does not parse
   */
  public AgentSpecBuilder allowedToolPatterns(String... patterns) {
    allowedToolPatterns = parsed(Arrays.asList(patterns));
    return this;
  }

  public AgentSpecBuilder excludedTools(String... ids) {
    excludedTools = new LinkedHashSet<>(Arrays.asList(ids));
    return this;
  }

  /**
   * Patterns of forbidden tools.
   *
   * @throws ToolPattern.Invalid when one does not parse
   */
  public AgentSpecBuilder excludedToolPatterns(String... patterns) {
    excludedToolPatterns = parsed(Arrays.asList(patterns));
    return this;
  }

  /** Ids of MCP servers whose tools it may use. */
  public AgentSpecBuilder mcpServers(String... serverIds) {
    mcpServers = List.of(serverIds);
    return this;
  }

  public AgentSpecBuilder delegates(String... agentIds) {
    delegates = List.of(agentIds);
    return this;
  }

  public AgentSpecBuilder endpoint(RemoteEndpoint where) {
    endpoint = where;
    return this;
  }

  /** Adds the configuration of a plugin. */
  public AgentSpecBuilder section(String key, JsonNode section) {
    sections.put(key, section);
    return this;
  }

  public AgentSpecBuilder registry(String name) {
    registry = name;
    return this;
  }

  /** Protocols that offer it. */
  public AgentSpecBuilder expose(Exposure... where) {
    expose = new LinkedHashSet<>(Arrays.asList(where));
    return this;
  }

  /** Whether clients may give the model instructions. */
  public AgentSpecBuilder clientInstructions(boolean allowed) {
    clientInstructions = allowed;
    return this;
  }

  /** Whether clients may share state with it. */
  public AgentSpecBuilder sharedState(boolean allowed) {
    sharedState = allowed;
    return this;
  }

  /** Who may use threads that its runs begin. */
  public AgentSpecBuilder share(AgentSpec.Shared... shares) {
    share = List.of(shares);
    return this;
  }

  public AgentSpec build() {
    return new AgentSpec(
        id,
        description,
        modelId,
        systemPrompt,
        maxRounds,
        maxContinuationRetries,
        toolExecutionMode,
        contextPolicy,
        responseFormat,
        responseRetries,
        stopConditions,
        pluginIds,
        activeHookFilter,
        allowedTools,
        allowedToolPatterns,
        excludedTools,
        excludedToolPatterns,
        mcpServers,
        delegates,
        endpoint,
        sections,
        registry,
        expose,
        clientInstructions,
        sharedState,
        share);
  }

  private static List<ToolPattern> parsed(Collection<String> patterns) {
    List<ToolPattern> parsed = new ArrayList<>();
    patterns.forEach(text -> parsed.add(new ToolPattern(text)));
    return parsed;
  }
}
