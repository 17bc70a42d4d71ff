package io.awaken.core.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

/**
 * JSON factories that return their buffers to one pool after each document. Jackson's default keeps
 * up to 32 KB per thread, even of runs that wait for their model.
 */
public final class PooledBuffers {

  private PooledBuffers() {}

  /** A new factory with the shared pool; thread-safe. */
  public static JsonFactory factory() {
    return JsonFactory.builder()
        .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
        .build();
  }
}
