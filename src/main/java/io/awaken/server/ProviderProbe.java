package io.awaken.server;

import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelCatalog;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.http.submit.upstream.ProviderClient;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.Timeout;

/**
 * Checks whether providers answer. Each request has a thread of its own: the timeout interrupts the
 * wait for it, and the connection is closed then. Both limits are configurable through MicroProfile
 * Fault Tolerance.
 */
@ApplicationScoped
public class ProviderProbe implements ProviderClient {

  private static final int PATIENCE_MS = 20_000;
  private static final int AT_ONCE = 4;

  /** The lowest limit that every wire accepts. */
  private static final InferenceParameters SHORT = new InferenceParameters(null, null, 16, null);

  ThreadFactory threads = Thread.ofVirtual().name("awaken-provider-probe").factory();

  @Override
  @Timeout(PATIENCE_MS)
  @Bulkhead(AT_ONCE)
  public void ask(LlmExecutor provider, String model)
      throws InferenceException, InterruptedException {
    var question =
        new LlmRequest(model, null, List.of(Message.user("probe", "Say yes.")), List.of(), SHORT);
    answer(stops -> provider.execute(question, LlmListener.NONE, stops));
  }

  @Override
  @Timeout(PATIENCE_MS)
  @Bulkhead(AT_ONCE)
  public List<String> models(ModelCatalog provider, int most)
      throws InferenceException, InterruptedException {
    return answer(stops -> provider.models(most, stops));
  }

  /** A question that can be cancelled. */
  private interface Question<T> {
    T ask(CancellationToken stops) throws InferenceException;
  }

  private <T> T answer(Question<T> question) throws InferenceException, InterruptedException {
    var stops = new CancellationToken();
    Callable<T> call = () -> question.ask(stops);
    var task = new FutureTask<T>(call);
    threads.newThread(task).start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InferenceException failure) {
        throw failure;
      }
      throw new InferenceException(
          InferenceException.Kind.PROVIDER, "the question failed", e.getCause());
    } finally {
      // Closes the connection of an abandoned request.
      stops.cancel(CancellationToken.Reason.REQUESTED);
    }
  }
}
