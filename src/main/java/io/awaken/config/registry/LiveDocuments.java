package io.awaken.config.registry;

import io.awaken.config.DocumentException;
import io.awaken.config.DocumentLoader;
import io.awaken.config.Documents;
import io.awaken.config.source.ConfigurationFolder;
import io.awaken.config.source.DocumentSource;
import io.awaken.config.source.FolderContent;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.tool.Tool;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Publishes the documents of the configuration folder, at start and whenever {@link #poll} finds
 * them changed. A broken file is reported and its previous version stays, as long as the others fit
 * it; otherwise the whole previous version stays active. {@code poll} is called by one thread; the
 * rest is thread-safe.
 */
public final class LiveDocuments {

  /**
   * Time between two polls. A change is published at the second poll that finds equal content, so
   * that a file in the middle of a write is not reported as broken: within a second plus the time
   * for loading.
   */
  public static final Duration INTERVAL = Duration.ofMillis(500);

  private static final Logger LOG = System.getLogger(LiveDocuments.class.getName());

  private final Sources sources;
  private final RegistryLoader loader;
  private final LiveRegistry registry;
  private final Consumer<Outcome> outcomes;
  private volatile List<DocumentProblem> problems;
  private volatile List<DocumentProblem> warnings = List.of();

  /** Whether the folder itself cannot be read. */
  private volatile boolean unreadable;

  /** The published content. */
  private FolderContent active;

  private volatile Documents documents;

  /** The last loaded content, whatever its outcome. */
  private FolderContent tried;

  /** A changed content found by one poll so far; null for none. */
  private FolderContent candidate;

  /** The outcome of a change of the folder. */
  public enum Outcome {
    /** Everything that changed is active. */
    PUBLISHED,

    /** Some files are broken and keep their previous version, the others are active. */
    PARTIAL,

    /** The previous version stays active. */
    REFUSED
  }

  /**
   * The sources of documents.
   *
   * @param folder the configuration folder; null when there is none
   * @param others do not change while the server runs
   * @param builtin the built-in documents
   * @param reader of all documents
   */
  public record Sources(
      ConfigurationFolder folder,
      List<DocumentSource> others,
      Documents builtin,
      DocumentLoader reader) {

    private Documents read(DocumentSource folder) {
      return reader.load(Stream.concat(others.stream(), Stream.of(folder)).toList(), builtin);
    }
  }

  /**
   * Loads the first version.
   *
   * @param clock for the times at which versions are published
   * @param outcomes receives the outcome of each change
   * @throws DocumentException naming every broken file
   * @throws RegistryException naming the first conflict
   */
  public LiveDocuments(
      Sources sources,
      RegistryLoader loader,
      Parts parts,
      InstantSource clock,
      Consumer<Outcome> outcomes) {
    this.sources = sources;
    this.loader = loader;
    this.outcomes = outcomes;
    this.documents = sources.read(() -> first().files());
    RegistrySnapshot first = loader.load(documents, parts.tools(), parts.plugins());
    this.tried = active;
    this.registry = new LiveRegistry(first, clock);
    this.problems =
        RefusedAgents.of(first).stream()
            .map(refused -> RefusedAgents.problem(documents, refused.error()))
            .toList();
    warn(first);
  }

  /**
   * The parts of the registry besides documents.
   *
   * @param tools that exist regardless of tool sources
   */
  public record Parts(Collection<? extends Tool> tools, PluginSet plugins) {}

  private FolderContent first() throws IOException {
    active =
        sources.folder() == null ? ConfigurationFolder.none() : sources.folder().read(Set.of());
    return active;
  }

  /** The registry that the documents are published in. */
  public LiveRegistry registry() {
    return registry;
  }

  /** The MCP servers that the active documents name; one list until they change. */
  public List<McpServerSpec> mcpServers() {
    return documents.mcpServers();
  }

  /** The A2A servers that the active documents name; one list until they change. */
  public List<A2aServerSpec> a2aServers() {
    return documents.a2aServers();
  }

  /** The prompts of the active documents; one list until documents change. */
  public List<PromptSpec> prompts() {
    return documents.prompts();
  }

  /** The resources of the active documents; one list until documents change. */
  public List<ResourceSpec> resources() {
    return documents.resources();
  }

  /** The webhooks of the active documents; one list until documents change. */
  public List<WebhookSpec> webhooks() {
    return documents.webhooks();
  }

  /** The problems of the documents found at the last poll, broken files first. */
  public List<DocumentProblem> problems() {
    return unreadable ? List.of(problem("cannot be read")) : problems;
  }

  /** What the authors of published documents should know, such as a rule that never applies. */
  public List<DocumentProblem> warnings() {
    return warnings;
  }

  /** Logs each warning once while it lasts. */
  private void warn(RegistrySnapshot published) {
    List<DocumentProblem> known = warnings;
    warnings = List.copyOf(RefusedAgents.warnings(documents, published));
    warnings.stream()
        .filter(warning -> !known.contains(warning))
        .forEach(warning -> LOG.log(Level.WARNING, "{0}; the document is used as it is", warning));
  }

  private static DocumentProblem problem(String ofFolder) {
    return new DocumentProblem(".", null, null, "the configuration folder " + ofFolder);
  }

  /** Warns of tools that agents allow and that no source offers; for when all sources are open. */
  public void warnOfMissingTools() {
    RefusedAgents.warnOfMissingTools(registry.get(), registry.get().agentList());
  }

  /** Publishes changes of the folder. May block on the disk. Never fails. */
  public void poll() {
    if (sources.folder() == null) {
      return;
    }
    try {
      FolderContent now = sources.folder().read(sources.reader().mentioned());
      unreadable = false;
      settle(now);
    } catch (IOException e) {
      if (!unreadable) {
        LOG.log(
            Level.ERROR,
            "The configuration folder cannot be read ({0}); the active version stays",
            e.toString());
      }
      unreadable = true;
      candidate = null;
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Reading the configuration failed; the active version stays", e);
      problems = List.of(problem("cannot be loaded; see the log for the reason"));
      outcomes.accept(Outcome.REFUSED);
    }
  }

  private void settle(FolderContent now) {
    if (now.isSameAs(tried)) {
      tried = now;
      candidate = null;
    } else if (candidate == null || !now.isSameAs(candidate)) {
      candidate = now;
    } else {
      candidate = null;
      tried = now;
      publish(now);
    }
  }

  private void publish(FolderContent now) {
    var found = new LinkedHashSet<DocumentProblem>();
    FolderContent previous = active;
    Documents before = documents;
    LiveRegistry.Version version = registry.publish(current -> successor(current, now, found));
    report(found);
    if (active == previous) {
      outcomes.accept(found.isEmpty() ? Outcome.PUBLISHED : Outcome.REFUSED);
      return;
    }
    LOG.log(
        Level.INFO,
        "Version {0} of the registry is active; documents that changed: {1}",
        String.valueOf(version.number()),
        active.changedSince(previous));
    warn(version.snapshot());
    var agents = new HashSet<AgentSpec>(documents.agents());
    before.agents().forEach(agents::remove);
    RefusedAgents.warnOfMissingTools(version.snapshot(), agents);
    boolean all = active.changedSince(now).isEmpty();
    outcomes.accept(all ? Outcome.PUBLISHED : Outcome.PARTIAL);
  }

  /** Reverts broken files to their active version until the rest fits, or no change is left. */
  private RegistrySnapshot successor(
      RegistrySnapshot current, FolderContent now, Set<DocumentProblem> found) {
    FolderContent tries = now;
    while (true) {
      Read read = read(tries, current);
      found.addAll(read.problems());
      Set<String> broken =
          read.problems().stream()
              .map(DocumentProblem::file)
              .collect(Collectors.toCollection(TreeSet::new));
      broken.retainAll(tries.changedSince(active));
      if (!broken.isEmpty()) {
        tries = tries.with(broken, active);
        continue;
      }
      if (!read.usable() || tries.isSameAs(active)) {
        return current;
      }
      active = tries;
      documents = read.documents();
      return read.snapshot();
    }
  }

  /**
   * One attempt at loading.
   *
   * @param snapshot may be published when usable
   */
  private record Read(
      Documents documents,
      RegistrySnapshot snapshot,
      List<DocumentProblem> problems,
      boolean usable) {}

  private Read read(FolderContent content, RegistrySnapshot current) {
    Documents read;
    try {
      read = sources.read(content);
    } catch (DocumentException e) {
      return new Read(null, null, e.problems(), false);
    }
    RegistryLoader.Attempt attempt = loader.successor(read, documents, current);
    return new Read(read, attempt.snapshot(), attempt.problems(), attempt.usable());
  }

  /** Each problem is logged once, however often its file is read. */
  private void report(Collection<DocumentProblem> found) {
    List<DocumentProblem> known = problems;
    found.stream()
        .filter(problem -> !known.contains(problem))
        .forEach(
            problem -> LOG.log(Level.ERROR, "{0}; the active version stays as it is", problem));
    problems = List.copyOf(found);
  }
}
