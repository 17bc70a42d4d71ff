package io.awaken.server.extension;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.tool.ToolSource;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The tool sources among the beans of the application: managed beans that implement {@link
 * ToolSource}, in the WAR and in its libraries, in order of their names.
 */
public final class ToolSourceBeans implements AutoCloseable {

  private final LastingBeans beans;
  private final ToolSources sources;

  /**
   * @param servers the source of MCP servers' tools, whose ids take precedence over those of beans
   * @throws IllegalStateException naming the invalid bean
   * @throws IllegalArgumentException when two have one name
   */
  public ToolSourceBeans(BeanManager manager, LiveRegistry registry, ToolSource servers) {
    beans = new LastingBeans(manager);
    List<ToolSource> found = new ArrayList<>(beans.all(ToolSource.class, "tool source"));
    found.sort(Comparator.comparing(ToolSource::name));
    found.addFirst(servers);
    sources = new ToolSources(registry, found, true);
  }

  /** Publishes their tools, now and after each change. */
  public void open() {
    sources.open();
  }

  @Override
  public void close() {
    sources.close();
    beans.close();
  }
}
