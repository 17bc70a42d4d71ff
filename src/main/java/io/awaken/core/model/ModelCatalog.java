package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import java.util.List;

/**
 * A provider that says which models it offers. What asks its models is one as well, where its wire
 * has such a list. Thread-safe; blocks on the caller's thread.
 */
public interface ModelCatalog {

  /**
   * The provider's own names of its models, in its order.
   *
   * @param most names that are returned at the most
   * @param cancellation when cancelled, the connection is closed and the call ends
   * @throws InferenceException typed by what can be done about it
   * @throws io.awaken.core.run.RunCancelled when cancelled
   */
  List<String> models(int most, CancellationToken cancellation) throws InferenceException;
}
