package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import java.util.List;

/**
 * A provider that lists its models. Implemented by executors whose wire has such a list.
 * Thread-safe; blocks on the caller's thread.
 */
public interface ModelCatalog {

  /**
   * The provider's names of its models, in its order.
   *
   * @param most maximum number of names
   * @param cancellation when cancelled, the connection is closed and the call ends
   * @throws InferenceException typed by the possible remedy
   * @throws io.awaken.core.run.RunCancelled when cancelled
   */
  List<String> models(int most, CancellationToken cancellation) throws InferenceException;
}
