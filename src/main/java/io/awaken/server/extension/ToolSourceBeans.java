package io.awaken.server.extension;

import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.tool.ToolSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The tool sources among the beans of the application: managed beans that implement {@link
 * ToolSource}, in the WAR and in its libraries, in order of their names.
 */
public final class ToolSourceBeans implements AutoCloseable {

  /** One instance serves the whole life of the server. */
  private static final Set<Class<? extends Annotation>> SCOPES =
      Set.of(ApplicationScoped.class, Dependent.class, Singleton.class);

  private final CreationalContext<?> references;
  private final ToolSources sources;

  /**
   * @param servers the source of MCP servers' tools, whose ids take precedence over those of beans
   * @throws IllegalStateException naming the invalid bean
   * @throws IllegalArgumentException when two have one name
   */
  public ToolSourceBeans(BeanManager manager, LiveRegistry registry, ToolSource servers) {
    references = manager.createCreationalContext(null);
    List<ToolSource> found = new ArrayList<>();
    for (Bean<?> bean : manager.getBeans(ToolSource.class, Any.Literal.INSTANCE)) {
      found.add(reference(manager, bean));
    }
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
    references.release();
  }

  private ToolSource reference(BeanManager manager, Bean<?> bean) {
    if (!SCOPES.contains(bean.getScope())) {
      throw new IllegalStateException(
          "tool source "
              + bean.getBeanClass().getName()
              + " is @"
              + bean.getScope().getSimpleName()
              + "; it must be @ApplicationScoped, @Singleton or @Dependent");
    }
    return (ToolSource) manager.getReference(bean, ToolSource.class, references);
  }
}
