package io.awaken.protocol.mcp.tool;

import io.awaken.core.agent.InternalAgent;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ToolPattern;
import java.util.Collection;

/**
 * The agent behind tools that clients call by themselves. A run of it is one call of one tool, so
 * that rules, questions, idempotency and recovery are those of any run (features row 1103).
 * Stateless.
 */
public final class ToolAgent {

  /** Its id, which no client can name. */
  public static final String ID = InternalAgent.MARK + "mcp-tool";

  /** One answer is the call, one says that it is over. */
  private static final int ROUNDS = 2;

  private ToolAgent() {}

  /**
   * The agent that offers these tools; where there are none it is there only for runs that began
   * before.
   *
   * @param tools ids and patterns, as in {@code allowed_tool_patterns} of an agent
   * @throws IllegalArgumentException naming the pattern that does not parse
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

  /** Whether a run is a call of a tool. */
  public static boolean is(String agentId) {
    return ID.equals(agentId);
  }
}
