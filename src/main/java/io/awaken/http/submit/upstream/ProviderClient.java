package io.awaken.http.submit.upstream;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelCatalog;
import java.util.List;

/**
 * Queries providers for operators. Implementations bound how long a query takes ({@code
 * TimeoutException} of MicroProfile Fault Tolerance, or {@code InterruptedException} as some
 * servers report it) and how many are asked at once ({@code BulkheadException}). Thread-safe.
 */
public interface ProviderClient {

  /**
   * Asks a model the shortest question there is, and drops its answer.
   *
   * @param model as its provider names it
   * @throws InferenceException when there is no answer
   */
  void ask(LlmExecutor provider, String model) throws InferenceException, InterruptedException;

  /**
   * The provider's own names of its models.
   *
   * @param most names at the most
   * @throws InferenceException when there is no list
   */
  List<String> models(ModelCatalog provider, int most)
      throws InferenceException, InterruptedException;
}
