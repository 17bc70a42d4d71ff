package io.awaken.builtin.a2a;

import io.awaken.builtin.a2a.A2aConnection.Method;
import io.awaken.builtin.a2a.A2aConnection.Within;
import io.awaken.builtin.a2a.AgentCard.CardRefused;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.run.CancellationToken;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Tells the server of an agent that a task is no longer wanted. One that has ended, or is gone,
 * needs nothing more. For one thread.
 *
 * @param agent whose task it is
 * @param taskId the task
 */
record TaskCancel(A2aAgent agent, String taskId) {

  /** The delays before a failed cancellation is repeated. */
  static final List<Duration> WAITS =
      List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(20));

  private static final Logger LOG = System.getLogger(A2aBackend.class.getName());
  private static final Duration TIME = Duration.ofSeconds(5);
  private static final Set<String> OVER = Set.of("TASK_NOT_CANCELABLE", "TASK_NOT_FOUND");

  /** Tries until the server answers, within about a minute. */
  void send() {
    for (Duration wait : WAITS) {
      if (attempt(true)) {
        return;
      }
      agent.ports().pause().await(wait, new CancellationToken());
    }
    attempt(false);
  }

  /** Tries once. */
  void sendOnce() {
    attempt(false);
  }

  /**
   * @param again whether another attempt follows one that may succeed later
   * @return whether the server has answered, or no attempt can succeed
   */
  private boolean attempt(boolean again) {
    try {
      agent.connection().task(Method.CANCEL, taskId, new Within(TIME, new CancellationToken()));
      return true;
    } catch (A2aRefusal e) {
      return OVER.contains(e.reason()) || failed(e, again && e.broken());
    } catch (CardRefused | AddressRefused e) {
      return failed(e, false);
    } catch (IOException e) {
      return failed(e, again);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(e, false);
    }
  }

  private boolean failed(Exception e, boolean again) {
    if (!again) {
      LOG.log(
          Level.WARNING,
          "the task {0} of the agent {1} could not be cancelled and may go on: {2}",
          taskId,
          agent.agentId(),
          e.getMessage());
    }
    return !again;
  }
}
