package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Something that an agent can do (features rows 111-114). Implementations are thread-safe: calls of
 * several runs, and of one step, happen at the same time. Blocking is fine; an interrupt asks the
 * tool to give up.
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
   * How long a call may take; it is asked to stop then, and abandoned if it does not. Empty for the
   * server's limit.
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
   * call has ten seconds as a hook has, instead of {@link #timeLimit}, and is interrupted then. A
   * tool that takes no notice is called on a thread of its own from then on, and its run is given
   * back to the queue; in an embedded runtime, where the run is on its caller's own thread and
   * nobody else could go on with it, it keeps that thread until it comes back. Not for {@link
   * #transactional} tools.
   */
  default boolean inline() {
    return false;
  }

  /**
   * What the client that calls it must be able to do; one of MCP that cannot is refused before
   * anything is executed (features row 1265). An agent that calls the tool is no such client.
   */
  default Set<ClientAbility> clientAbilities() {
    return Set.of();
  }

  /**
   * Does it.
   *
   * @param arguments accepted by schema and {@link #validateArgs}
   * @return the answer; an error result is an answer that the model may act on, a pending one waits
   *     for a decision
   * @throws ToolException when there is no answer; the model sees an error all the same
   * @throws InterruptedException when the run was asked to stop
   */
  ToolOutput execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException;
}
