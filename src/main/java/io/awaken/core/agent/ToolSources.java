package io.awaken.core.agent;

import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Publishes the tools of all sources, and again whenever a source reports a change. A tool with a
 * duplicate or invalid id is refused with a log line; all others are offered. An id belongs to the
 * first source that offered it, as long as that source does. Thread-safe.
 */
public final class ToolSources implements AutoCloseable {

  private static final Logger LOG = System.getLogger(ToolSources.class.getName());

  private final LiveRegistry registry;
  private final boolean transactional;
  private final List<Connected> sources;
  private volatile boolean closed;

  // The fields below are modified only while a change of the registry is applied.

  /** Tools without a source. */
  private Map<String, RegisteredTool> fixed;

  private Map<String, Connected> owners = Map.of();
  private Set<String> refused = Set.of();

  /** A source with the tools that it last offered. */
  private static final class Connected {
    private final ToolSource source;
    private final AtomicInteger changes = new AtomicInteger();
    private Map<String, RegisteredTool> offered = Map.of();
    private Map<String, String> invalid = Map.of();

    Connected(ToolSource source) {
      this.source = source;
    }
  }

  /**
   * @param registry its current tools stay, whatever the sources offer
   * @param sources sources; the first one gets an id that several offer at start
   * @param transactional whether the runtime has transactions for tools; without them, tools that
   *     need one are refused
   * @throws IllegalArgumentException when two sources have the same name
   */
  public ToolSources(
      LiveRegistry registry, List<? extends ToolSource> sources, boolean transactional) {
    this.registry = registry;
    this.transactional = transactional;
    this.sources = sources.stream().map(Connected::new).toList();
    this.fixed = registry.get().tools();
    var names = new HashSet<String>();
    for (ToolSource source : sources) {
      if (!names.add(source.name())) {
        throw new IllegalArgumentException("two tool sources have the name " + source.name());
      }
    }
  }

  /** Publishes the tools of the sources, and every later change. */
  public void open() {
    for (Connected source : sources) {
      source.source.onChange(() -> changed(source));
      changed(source);
    }
  }

  /** Ignores later changes of the sources; published tools stay. */
  @Override
  public void close() {
    closed = true;
  }

  /**
   * Adds the tools of the sources to a snapshot that replaces the current one. Use it within {@link
   * LiveRegistry#publish}.
   */
  public RegistrySnapshot over(RegistrySnapshot next) {
    fixed = next.tools();
    return merged(next);
  }

  /** One thread at a time lists a source, and again if changes were reported meanwhile. */
  private void changed(Connected source) {
    if (closed || source.changes.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = source.changes.get();
      refresh(source);
    } while (!source.changes.compareAndSet(seen, 0));
  }

  /** Without a lock, since the source may hold its own while it reports a change. */
  private void refresh(Connected source) {
    List<? extends Tool> tools;
    try {
      tools = List.copyOf(source.source.tools());
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "tool source " + source.source.name() + " cannot list its tools; the earlier ones stay",
          e);
      return;
    }
    registry.publish(
        current -> {
          register(source, tools);
          return merged(current);
        });
  }

  private void register(Connected source, List<? extends Tool> tools) {
    var offered = new LinkedHashMap<String, RegisteredTool>();
    var invalid = new TreeMap<String, String>();
    for (Tool tool : tools) {
      String name = tool.getClass().getName();
      try {
        String id = tool.descriptor().id();
        name = String.valueOf(id);
        if (tool.transactional() && !transactional) {
          invalid.put(name, "the runtime has no transactions for tools");
        } else if (offered.putIfAbsent(id, registered(source, tool)) != null) {
          invalid.put(name, "the source offers it twice");
        }
      } catch (RuntimeException e) {
        invalid.put(name, String.valueOf(e.getMessage()));
      }
    }
    source.offered = offered;
    source.invalid = invalid;
  }

  /** Reuses the compiled schema of an unchanged tool. */
  private static RegisteredTool registered(Connected source, Tool tool) {
    RegisteredTool known = source.offered.get(tool.descriptor().id());
    return known != null && known.tool() == tool && known.descriptor().equals(tool.descriptor())
        ? known
        : RegisteredTool.of(tool);
  }

  private RegistrySnapshot merged(RegistrySnapshot current) {
    var tools = new TreeMap<>(fixed);
    var now = new HashMap<String, Connected>();
    for (Connected source : sources) {
      source.offered.forEach(
          (id, tool) -> {
            if (owners.get(id) == source && conflict(current, tools, id) == null) {
              tools.put(id, tool);
              now.put(id, source);
            }
          });
    }
    var refusals = new LinkedHashMap<String, String>();
    for (Connected source : sources) {
      source.offered.forEach(
          (id, tool) -> {
            if (now.get(id) == source) {
              return;
            }
            String conflict = conflict(current, tools, id);
            if (conflict == null) {
              tools.put(id, tool);
              now.put(id, source);
            } else {
              refusals.put(line(source, id), conflict);
            }
          });
      source.invalid.forEach((id, reason) -> refusals.put(line(source, id), reason));
    }
    owners = now;
    logNew(refusals);
    return tools.equals(current.tools()) ? current : current.withTools(tools);
  }

  /** Why a tool is refused; null when it is accepted. */
  private static String conflict(
      RegistrySnapshot current, Map<String, RegisteredTool> tools, String id) {
    if (tools.containsKey(id)) {
      return "the id is taken by another source";
    }
    return current
        .plugins()
        .bringing(id)
        .map(plugin -> "the id is taken by plugin " + plugin)
        .orElse(null);
  }

  private static String line(Connected source, String id) {
    return "tool " + id + " of source " + source.source.name();
  }

  /** Logs each refusal once, as long as it lasts. */
  private void logNew(Map<String, String> refusals) {
    refusals.forEach(
        (tool, reason) -> {
          if (!refused.contains(tool)) {
            LOG.log(Level.WARNING, "{0} is refused: {1}", tool, reason);
          }
        });
    refused = Set.copyOf(refusals.keySet());
  }
}
