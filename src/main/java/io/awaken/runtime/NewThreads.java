package io.awaken.runtime;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore;
import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * Determines who may use a thread that a request begins, besides its owner. Thread-safe.
 *
 * @param registry has the agents
 * @param threads those that exist
 * @param usual the sharing of new threads on this server
 */
record NewThreads(Supplier<RegistrySnapshot> registry, ThreadStore threads, Sharing usual) {

  /**
   * The sharing of the server, and if this is the owner alone, with those whom the agent's document
   * and the request name.
   */
  Sharing sharing(RunRequest request) {
    AgentSpec agent = registry.get().agents().get(request.agentId());
    if (agent == null || agent.share().isEmpty()) {
      return usual.and(request.share());
    }
    var all = new ArrayList<>(request.share());
    agent.share().stream().map(Share::of).forEach(all::add);
    return usual.and(all);
  }

  /**
   * Refuses to share a thread that exists, so that nothing is ignored silently. A request may
   * repeat how its thread is shared.
   *
   * @throws RequestRefused when the thread is shared otherwise
   */
  void check(RunRequest request) {
    if (request.share().isEmpty() || request.threadId() == null) {
      return;
    }
    threads
        .find(request.threadId())
        .filter(thread -> thread.access().allows(request.caller(), ThreadAction.WRITE))
        .filter(thread -> !thread.sharing().equals(sharing(request)))
        .ifPresent(
            thread -> {
              throw SubmitResult.Refused.threadExists(thread.id()).exception();
            });
  }
}
