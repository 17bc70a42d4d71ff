package io.awaken.server.extension;

import io.awaken.core.model.Backend;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.List;

/**
 * The backends of remote agents among the beans of the application (features row 199). Looked up
 * once at start.
 */
public final class BackendBeans implements AutoCloseable {

  private final LastingBeans beans;
  private final List<Backend> all;

  /**
   * @throws IllegalStateException naming a bean whose scope ends before the server does
   */
  public BackendBeans(BeanManager manager) {
    beans = new LastingBeans(manager);
    all = beans.all(Backend.class, "backend");
  }

  /** The backends. */
  public List<Backend> all() {
    return all;
  }

  @Override
  public void close() {
    beans.close();
  }
}
