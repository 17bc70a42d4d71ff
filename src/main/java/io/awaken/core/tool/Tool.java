package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A tool of agents (features rows 111-114). Implementations are thread-safe: calls of several runs,
 * and of one step, may be concurrent. Blocking is allowed; an interrupt asks the tool to stop.
 */
public interface Tool {

  ToolDescriptor descriptor();

  /**
   * Checks rules beyond the schema; called before {@link #execute} with arguments that the schema
   * accepted.
   *
   * @throws ToolException of kind {@code INVALID_ARGUMENTS} to refuse
   */
  default void validateArgs(JsonNode arguments) throws ToolException {}

  /** Whether a call that was cut off may be repeated. */
  default RetryClass retryClass() {
    return RetryClass.KEYED;
  }

  /**
   * The time limit of a call, which is then interrupted, and abandoned if it does not stop. Empty
   * for the server's limit.
   */
  default Optional<Duration> timeLimit() {
    return Optional.empty();
  }

  /**
   * Whether its writes and the result of its call are one transaction: either both are committed or
   * neither. The tool must write in its thread's transaction; a call whose result is an error or a
   * question is rolled back. Requires a store with such transactions; otherwise the call is
   * refused.
   */
  default boolean transactional() {
    return false;
  }

  /**
   * Whether it only computes and never waits: if no other call of its step is running, its call is
   * executed on the run's own thread, which avoids a thread switch. Such a call is limited to ten
   * seconds like a hook, instead of {@link #timeLimit}, and is then interrupted. A tool that
   * ignores the interrupt is called on its own thread from then on, and its run is returned to the
   * queue. In an embedded runtime the run is on its caller's thread and no other node can take it
   * over, so the tool occupies that thread until it returns. Not for {@link #transactional} tools.
   */
  default boolean inline() {
    return false;
  }

  /**
   * Abilities that the calling client must have; an MCP client without them is refused before
   * anything is executed (features row 1265). Does not apply to agents.
   */
  default Set<ClientAbility> clientAbilities() {
    return Set.of();
  }

  /**
   * Executes the call.
   *
   * @param arguments accepted by schema and {@link #validateArgs}
   * @return the answer; an error result is an answer that the model may act on, a pending one waits
   *     for a decision
   * @throws ToolException on failure; the model then gets an error result
   * @throws InterruptedException when the run was asked to stop
   */
  ToolOutput execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException;
}
