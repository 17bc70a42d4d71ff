package io.awaken.protocol.mcp.tool;

import io.awaken.core.agent.InternalAgent;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ToolPattern;
import java.util.Collection;

/**
 * The agent behind tools that clients call directly. Each run is one tool call, so permissions,
 * suspensions, idempotency and recovery work as for any run (features row 1103). Stateless.
 */
public final class ToolAgent {

  /** Its id, which clients cannot use. */
  public static final String ID = InternalAgent.MARK + "mcp-tool";

  /** One step for the call, one for the end. */
  private static final int ROUNDS = 2;

  private ToolAgent() {}

  /**
   * The agent that offers these tools; without tools it only serves runs that started before.
   *
   * @param tools ids and patterns, as in {@code allowed_tool_patterns} of an agent
   * @throws IllegalArgumentException naming an invalid pattern
   */
  public static InternalAgent offering(Collection<String> tools) {
    var model = new ModelSpec(ID, ID, ID);
    return new InternalAgent(tools.isEmpty() ? null : spec(tools), model, new OneCall());
  }

  private static AgentSpec spec(Collection<String> tools) {
    tools.forEach(ToolAgent::check);
    return AgentSpec.builder(ID, ID)
        .description("Calls one tool for a client of MCP.")
        .maxRounds(ROUNDS)
        .allowedToolPatterns(tools.toArray(String[]::new))
        .build();
  }

  private static void check(String text) {
    try {
      ToolPattern.of(text);
    } catch (ToolPattern.Invalid e) {
      throw new IllegalArgumentException("awaken.mcp.tools: " + text + " " + e.getMessage(), e);
    }
  }

  /** Whether a run of this agent is a tool call. */
  public static boolean is(String agentId) {
    return ID.equals(agentId);
  }
}
