package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An agent as data (features rows 9-20). Absent fields take the defaults named here.
 *
 * @param id the id that clients name
 * @param description what the agent is for, shown to clients; may be null
 * @param modelId its model; also read as {@code model}; may be null only with an endpoint
 * @param systemPrompt the instruction before every conversation; may be null
 * @param maxRounds maximum model calls per run; default 16
 * @param maxContinuationRetries maximum continuations of an answer cut by its length limit; default
 *     2
 * @param toolExecutionMode how the calls of one step run; default sequential
 * @param contextPolicy how much history is sent to the model, as in the document; null when absent,
 *     see {@link #contextWindow} for the default
 * @param responseFormat the format of the last answer of a run; null for any text
 * @param responseRetries maximum corrections of a last answer in another format; default 1
 * @param stopConditions when a run ends early, each {@code {"type": ..}} with its limits, raw, for
 *     the plugin that stops runs; default none
 * @param pluginIds plugins of this agent; default none
 * @param activeHookFilter plugins whose behaviour is active; empty means all; also read as {@code
 *     active_plugins}
 * @param allowedTools ids of tools it may use, in addition to the patterns; null for both means all
 * @param allowedToolPatterns patterns of tools it may use; null for none
 * @param excludedTools ids of forbidden tools, even when allowed; default none
 * @param excludedToolPatterns patterns of forbidden tools; default none
 * @param mcpServers ids of MCP servers whose tools it may use, in addition to those above; a tool
 *     of another server requires an entry in {@code allowedTools}, or a pattern that starts with
 *     {@code mcp__}. Default none
 * @param delegates agents that it may call like tools; default none
 * @param endpoint where a remote agent is executed; may be null
 * @param sections configuration of plugins by section name, raw; default none
 * @param registry the registry it comes from; may be null
 * @param expose protocols that offer it, in addition to runs by its id; one or a list; default none
 * @param clientInstructions whether clients may give the model instructions below the system
 *     prompt; null allows them unless a plugin may stop its tool calls
 * @param sharedState whether clients may share state with it; null means yes
 * @param share who may use threads that its runs begin, besides their owner; default none
 */
public record AgentSpec(
    String id,
    String description,
    @JsonAlias("model") String modelId,
    String systemPrompt,
    Integer maxRounds,
    Integer maxContinuationRetries,
    ToolExecutionMode toolExecutionMode,
    @JsonDeserialize(using = ContextWindowPolicy.Reader.class)
        @JsonSerialize(using = ContextWindowPolicy.Writer.class)
        ContextWindowPolicy contextPolicy,
    ResponseFormat responseFormat,
    Integer responseRetries,
    List<JsonNode> stopConditions,
    List<String> pluginIds,
    @JsonAlias("active_plugins") Set<String> activeHookFilter,
    Set<String> allowedTools,
    List<ToolPattern> allowedToolPatterns,
    Set<String> excludedTools,
    List<ToolPattern> excludedToolPatterns,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> mcpServers,
    List<String> delegates,
    RemoteEndpoint endpoint,
    Map<String, JsonNode> sections,
    String registry,
    @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) Set<Exposure> expose,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean clientInstructions,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean sharedState,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Shared> share) {

  public static final int DEFAULT_MAX_ROUNDS = 16;

  /** The name of the section with {@code stopConditions} for plugins. */
  public static final String STOP_CONDITIONS = "stop_conditions";

  public static final int DEFAULT_MAX_CONTINUATION_RETRIES = 2;
  public static final int DEFAULT_RESPONSE_RETRIES = 1;

  private static final String MCP = "mcp__";

  /** With {@code agent_run_}, the name of a tool that every provider accepts. */
  private static final Pattern DELEGATE = Pattern.compile("[a-zA-Z0-9_-]{1,54}");

  /**
   * An entry of {@code share}, as written: what a subject, or every caller with a role, may do in
   * threads that runs of the agent begin.
   *
   * @param subject the subject; null for a role
   * @param role the role; null for a subject
   * @param may {@code read}, {@code write}, {@code decide}; default none
   */
  public record Shared(String subject, String role, List<String> may) {
    public Shared {
      may = may == null ? List.of() : Collections.unmodifiableList(new ArrayList<>(may));
    }
  }

  public AgentSpec {
    maxRounds = maxRounds == null ? DEFAULT_MAX_ROUNDS : maxRounds;
    maxContinuationRetries =
        maxContinuationRetries == null ? DEFAULT_MAX_CONTINUATION_RETRIES : maxContinuationRetries;
    toolExecutionMode =
        toolExecutionMode == null ? ToolExecutionMode.SEQUENTIAL : toolExecutionMode;
    responseRetries = responseRetries == null ? DEFAULT_RESPONSE_RETRIES : responseRetries;
    stopConditions = listed(stopConditions);
    pluginIds = listed(pluginIds);
    activeHookFilter = activeHookFilter == null ? Set.of() : Set.copyOf(activeHookFilter);
    allowedTools = allowedTools == null ? null : Set.copyOf(allowedTools);
    allowedToolPatterns = allowedToolPatterns == null ? null : List.copyOf(allowedToolPatterns);
    excludedTools = excludedTools == null ? Set.of() : Set.copyOf(excludedTools);
    excludedToolPatterns = listed(excludedToolPatterns);
    mcpServers = listed(mcpServers);
    delegates = listed(delegates);
    sections = sections == null ? Map.of() : Map.copyOf(sections);
    expose = expose == null ? Set.of() : Set.copyOf(expose);
    share = listed(share);
  }

  private static <T> List<T> listed(List<T> values) {
    return values == null ? List.of() : List.copyOf(values);
  }

  /** An agent with every default. */
  public static AgentSpec of(String id, String modelId) {
    return builder(id, modelId).build();
  }

  /** Whether clients may share state with it. */
  public boolean sharesState() {
    return !Boolean.FALSE.equals(sharedState);
  }

  /** The policy of its context window; empty without a limit. */
  public Optional<ContextWindowPolicy> contextWindow() {
    return Optional.of(contextPolicy == null ? ContextWindowPolicy.DEFAULT : contextPolicy)
        .filter(policy -> !policy.off());
  }

  /**
   * The configuration of its plugins: the sections, and the stop conditions as section {@code
   * stop_conditions}. The field overrides a section of that name.
   */
  public Map<String, JsonNode> configuration() {
    if (stopConditions.isEmpty()) {
      return sections;
    }
    var all = new HashMap<>(sections);
    all.put(STOP_CONDITIONS, JsonNodeFactory.instance.arrayNode().addAll(stopConditions));
    return all;
  }

  /** A builder with every default. */
  public static AgentSpecBuilder builder(String id, String modelId) {
    return new AgentSpecBuilder(id, modelId);
  }

  /** A builder with the values of this agent. */
  public AgentSpecBuilder toBuilder() {
    return new AgentSpecBuilder(this);
  }

  public AgentSpec withDescription(String text) {
    return toBuilder().description(text).build();
  }

  public AgentSpec withSystemPrompt(String text) {
    return toBuilder().systemPrompt(text).build();
  }

  public AgentSpec withMaxRounds(int rounds) {
    return toBuilder().maxRounds(rounds).build();
  }

  public AgentSpec withToolExecutionMode(ToolExecutionMode mode) {
    return toBuilder().toolExecutionMode(mode).build();
  }

  /** Why a delegate cannot be a tool (features row 127); empty when it can. */
  public Optional<String> delegateBreach(int at) {
    String id = delegates.get(at);
    if (delegates.indexOf(id) < at) {
      return Optional.of("'" + id + "' is named twice");
    }
    return DELEGATE.matcher(id).matches()
        ? Optional.empty()
        : Optional.of(
            "'%s' makes no name of a tool: a delegate's id has 1 to 54 letters, digits, '_' and '-'"
                .formatted(id));
  }

  /**
   * Whether the agent may use this tool: allowed by id or pattern if it has any such list, or from
   * a server that it names, and not excluded by id or pattern (features rows 15, 1071).
   */
  public boolean mayUse(String toolId) {
    return allows(toolId) && !excludedTools.contains(toolId) && !any(excludedToolPatterns, toolId);
  }

  /** Whether it may use single tools of servers that it does not name. */
  public boolean mayNameToolsOfServers() {
    return allowedTools != null && allowedTools.stream().anyMatch(id -> id.startsWith(MCP))
        || allowedToolPatterns != null
            && allowedToolPatterns.stream().anyMatch(pattern -> pattern.text().startsWith(MCP));
  }

  private boolean allows(String toolId) {
    String server = McpServerSpec.serverOf(toolId);
    if (server != null) {
      return mcpServers.contains(server) || named(toolId, MCP);
    }
    return allowedTools == null && allowedToolPatterns == null || named(toolId, "");
  }

  /** Only patterns with this prefix apply to tools of servers; a pattern for all tools does not. */
  private boolean named(String toolId, String begin) {
    return allowedTools != null && allowedTools.contains(toolId)
        || allowedToolPatterns != null
            && allowedToolPatterns.stream()
                .anyMatch(pattern -> pattern.text().startsWith(begin) && pattern.matches(toolId));
  }

  private static boolean any(List<ToolPattern> patterns, String toolId) {
    for (ToolPattern pattern : patterns) {
      if (pattern.matches(toolId)) {
        return true;
      }
    }
    return false;
  }
}
