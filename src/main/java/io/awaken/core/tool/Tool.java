package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Something that an agent can do (features rows 111-114). Implementations are thread-safe: calls of
 * several runs, and of one step, happen at the same time. Blocking is fine; an interrupt asks the
 * tool to stop.
 */
public interface Tool {

  ToolDescriptor descriptor();

  /**
   * Checks what the schema cannot say; called before {@link #execute} with arguments that the
   * schema accepted.
   *
   * @throws ToolException of kind {@code INVALID_ARGUMENTS} to refuse
   */
  default void validateArgs(JsonNode arguments) throws ToolException {}

  /** What may be done with a call that was cut off. */
  default RetryClass retryClass() {
    return RetryClass.KEYED;
  }

  /**
   * How long a call may take; it is then interrupted, and abandoned if it does not stop. Empty for
   * the server's limit.
   */
  default Optional<Duration> timeLimit() {
    return Optional.empty();
  }

  /**
   * Whether what it writes and the result of its call shall be one transaction: either both are
   * kept or neither. The tool must write in the transaction that it finds on its thread; a call
   * whose result is an error or a question keeps nothing. Needs a store that has such transactions:
   * without one the call is refused.
   */
  default boolean transactional() {
    return false;
  }

  /**
   * Whether it only computes and never waits for anything: where no other call of its step is at
   * work, its call is then made on the run's own thread, which saves a change of threads. Such a
   * call has ten seconds as a hook has, instead of {@link #timeLimit}, and is then interrupted. A
   * tool that ignores the interrupt is called on a thread of its own from then on, and its run is
   * returned to the queue. In an embedded runtime the run is on its caller's thread and no other
   * node can take it over, so the tool occupies that thread until it returns. Not for {@link
   * #transactional} tools.
   */
  default boolean inline() {
    return false;
  }

  /**
   * What the client that calls it must be able to do; an MCP client that cannot is refused before
   * anything is executed (features row 1265). Does not apply to agents that call the tool.
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
   * @throws ToolException when there is no answer; the model then gets an error result
   * @throws InterruptedException when the run was asked to stop
   */
  ToolOutput execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException;
}
