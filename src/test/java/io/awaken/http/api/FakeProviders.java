package io.awaken.http.api;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelCatalog;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.http.submit.upstream.ProviderClient;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;

/** Providers for operators, and a client that calls them on the caller's thread. */
final class FakeProviders implements ProviderClient {

  static final String ANSWERS = "answers";
  static final String FAILS = "fails";
  static final String WITHOUT_LIST = "without-list";

  private static final StreamResult YES =
      new StreamResult(List.of(), List.of(), null, StopReason.END_TURN, false);

  /** Whether the limit of concurrent calls is reached. */
  boolean busy;

  Map<String, LlmExecutor> all() {
    return Map.of(
        ANSWERS,
        new Listing(false),
        FAILS,
        new Listing(true),
        WITHOUT_LIST,
        (request, listener, stops) -> YES);
  }

  @Override
  public void ask(LlmExecutor provider, String model) throws InferenceException {
    provider.execute(null, LlmListener.NONE, new CancellationToken());
  }

  @Override
  public List<String> models(ModelCatalog provider, int most) throws InferenceException {
    if (busy) {
      throw new BulkheadException();
    }
    return provider.models(most, new CancellationToken());
  }

  private record Listing(boolean fails) implements LlmExecutor, ModelCatalog {

    @Override
    public StreamResult execute(
        LlmRequest request, LlmListener listener, CancellationToken cancellation) {
      return YES;
    }

    @Override
    public List<String> models(int most, CancellationToken cancellation) throws InferenceException {
      if (fails) {
        throw new InferenceException(InferenceException.Kind.PROVIDER, "secret words", null);
      }
      return List.of("one", "two");
    }
  }
}
