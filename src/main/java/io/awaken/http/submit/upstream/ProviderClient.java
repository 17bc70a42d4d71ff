package io.awaken.http.submit.upstream;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelCatalog;
import java.util.List;

/**
 * Calls providers for operators. Implementations limit the time of a call ({@code TimeoutException}
 * of MicroProfile Fault Tolerance, or {@code InterruptedException} as some servers report it) and
 * the number of concurrent calls ({@code BulkheadException}). Thread-safe.
 */
public interface ProviderClient {

  /**
   * Sends a model a minimal request, and drops its answer.
   *
   * @param model the provider's own name
   * @throws InferenceException when there is no answer
   */
  void ask(LlmExecutor provider, String model) throws InferenceException, InterruptedException;

  /**
   * Lists the provider's own names of its models.
   *
   * @param most names to return
   * @throws InferenceException when there is no list
   */
  List<String> models(ModelCatalog provider, int most)
      throws InferenceException, InterruptedException;
}
