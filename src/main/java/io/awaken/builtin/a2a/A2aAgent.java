package io.awaken.builtin.a2a;

import io.awaken.builtin.a2a.AgentCard.CardRefused;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** An agent of another server in the place of a model. Thread-safe. */
final class A2aAgent implements LlmExecutor {

  private final String agentId;
  private final CardSource.Remote remote;
  private final CardSource cards;
  private final Ports ports;
  private final Times times;

  A2aAgent(String agentId, CardSource.Remote remote, Ports ports, Times times) {
    this.agentId = agentId;
    this.remote = remote;
    this.cards = new CardSource(ports.http(), remote, ports.nanos());
    this.ports = ports;
    this.times = times;
  }

  /**
   * Dependencies of all agents.
   *
   * @param http reaches only addresses that the operator allows
   * @param pause waits between polls
   * @param nanos monotonic time
   * @param clock time that all nodes share
   */
  record Ports(GuardedHttp http, Pause pause, LongSupplier nanos, InstantSource clock) {}

  /**
   * Times of an agent.
   *
   * @param limit time for one answer
   * @param poll time between two polls
   */
  record Times(Duration limit, Duration poll) {}

  String agentId() {
    return agentId;
  }

  Ports ports() {
    return ports;
  }

  Times times() {
    return times;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    cancellation.throwIfCancelled();
    try {
      AgentCard card = cards.get();
      return new TaskCall(this, card, connection(card), listener, cancellation).answer(request);
    } catch (CardRefused e) {
      throw InferenceException.remote(Kind.REMOTE_REFUSED, e.getMessage());
    } catch (AddressRefused e) {
      throw InferenceException.remote(Kind.REMOTE_REFUSED, "address_refused: " + e.getMessage());
    } catch (IOException e) {
      cancellation.throwIfCancelled();
      throw new InferenceException(
          Kind.REMOTE_UNREACHABLE, "the agent " + agentId + " cannot be reached", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancellation.throwIfCancelled();
      // The run was not cancelled; its thread ends, and another node may continue the run.
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  @Override
  public void abandon(RemoteWork.Task task) {
    new TaskCancel(this, task.taskId()).send();
  }

  /** The connection that its current card names. */
  A2aConnection connection() throws CardRefused, IOException, InterruptedException {
    return connection(cards.get());
  }

  private A2aConnection connection(AgentCard card) {
    return new A2aConnection(ports.http(), card.target(), remote.headers());
  }
}
