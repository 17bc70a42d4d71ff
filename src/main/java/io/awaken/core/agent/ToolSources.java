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
 * Publishes the tools of all sources, and publishes them again when a source reports a change. A
 * tool with a duplicate id, or one that no model could name, is refused with a log line; all others
 * are offered. An id stays with the source that offered it first, as long as that source offers it.
 * Thread-safe.
 */
public final class ToolSources implements AutoCloseable {

  private static final Logger LOG = System.getLogger(ToolSources.class.getName());

  private final LiveRegistry registry;
  private final boolean transactional;
  private final List<Connected> sources;
  private volatile boolean closed;

  // Below: only changed while a change of the registry is applied.

  /** The tools that are there without any source. */
  private Map<String, RegisteredTool> fixed;

  private Map<String, Connected> owners = Map.of();
  private Set<String> refused = Set.of();

  /** A source, and what it offered last. */
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
   * @param registry its current tools are there whatever the sources offer
   * @param sources in the order in which they get an id that several of them offer at start
   * @param transactional whether the runtime has transactions for tools; without them, tools that
   *     ask for one are refused
   * @throws IllegalArgumentException when two sources have one name
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

  /** Publishes what the sources offer, and every change from now on. */
  public void open() {
    for (Connected source : sources) {
      source.source.onChange(() -> changed(source));
      changed(source);
    }
  }

  /** Changes that sources report are ignored from now on; what is published stays. */
  @Override
  public void close() {
    closed = true;
  }

  /**
   * A snapshot that takes the place of the current one, with the tools of the sources beside its
   * own. To be used within {@link LiveRegistry#publish}.
   */
  public RegistrySnapshot over(RegistrySnapshot next) {
    fixed = next.tools();
    return merged(next);
  }

  /** One thread lists a source at a time; it lists again when changes were reported meanwhile. */
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

  /** No lock is held while the source lists: it may hold its own while it reports a change. */
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

  /** An unchanged tool keeps its compiled schema. */
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
    tell(refusals);
    return tools.equals(current.tools()) ? current : current.withTools(tools);
  }

  /** Why a tool cannot have this id; null when it can. */
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

  /** Once for each refusal, as long as it lasts. */
  private void tell(Map<String, String> refusals) {
    refusals.forEach(
        (tool, reason) -> {
          if (!refused.contains(tool)) {
            LOG.log(Level.WARNING, "{0} is refused: {1}", tool, reason);
          }
        });
    refused = Set.copyOf(refusals.keySet());
  }
}
