package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * The run that a call waits for: the memo of a ticket of kind {@link SuspensionKind#CHILD}, whose
 * decision the last commit of that run makes.
 *
 * @param agentId its agent
 * @param threadId id of its thread, in the tenant of the call
 * @param runId its id
 */
public record AwaitedRun(String agentId, String threadId, String runId) {

  /** The action of such tickets. */
  public static final String ACTION = "agent:Run";

  /** The run that a ticket of this kind waits for. */
  public static AwaitedRun of(SuspendTicket ticket) {
    JsonNode memo = ticket.memo();
    return new AwaitedRun(
        memo.path("agent_id").textValue(),
        memo.path("thread_id").textValue(),
        memo.path("run_id").textValue());
  }

  /** A ticket that waits for it. */
  public SuspendTicket ticket() {
    var memo =
        JsonNodeFactory.instance
            .objectNode()
            .put("agent_id", agentId)
            .put("thread_id", threadId)
            .put("run_id", runId);
    return SuspendTicket.result(ACTION, "waiting for the agent " + agentId, null).remembering(memo);
  }
}
