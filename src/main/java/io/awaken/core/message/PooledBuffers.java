package io.awaken.core.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

/**
 * JSON factories whose buffers go back to one pool after each document. Jackson's default keeps up
 * to 32 KB for each thread: each run that waits for its model would occupy them.
 */
public final class PooledBuffers {

  private PooledBuffers() {}

  /** A factory of its own with the shared pool; thread-safe. */
  public static JsonFactory factory() {
    return JsonFactory.builder()
        .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
        .build();
  }
}
