package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Beans with tools, one for each way in which a bean can live. */
final class ToolBeans {

  static final AtomicInteger ENDED = new AtomicInteger();

  private ToolBeans() {}

  /** Lives as long as the request. */
  @RequestScoped
  public static class Request {
    private final String id = UUID.randomUUID().toString();

    public String id() {
      return id;
    }
  }

  /** Made for one call. */
  @Dependent
  public static class Scopes {
    @Inject private Request request;

    @AgentTool(description = "tells in which scopes it lives")
    public Map<String, Object> scopes(int number) {
      return Map.of(
          "request",
          request.id(),
          "ended",
          ENDED.get(),
          "loader",
          Thread.currentThread().getContextClassLoader() == ToolBeans.class.getClassLoader());
    }

    @PreDestroy
    void end() {
      ENDED.incrementAndGet();
    }
  }
}
