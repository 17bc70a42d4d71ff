package io.awaken.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.rules.SpecRules;
import io.awaken.config.source.DocumentFile;
import io.awaken.config.source.DocumentKind;
import io.awaken.config.source.DocumentSource;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.WebhookSpec;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads all documents of all sources, adds the built-in ones that are not replaced, and checks all
 * of them together. Documents with the same id replace the built-in model and provider; any agent
 * document replaces the built-in agent.
 */
public final class DocumentLoader {

  private static final Logger LOG = System.getLogger(DocumentLoader.class.getName());

  private final Lookup lookup;
  private final Path directory;
  private final Set<String> adapters;
  private final TargetRules addresses;
  private final Set<Path> mentioned = ConcurrentHashMap.newKeySet();

  /**
   * @param lookup resolves <code>${NAME}</code>
   * @param directory base of relative paths in <code>${file:path}</code>
   * @param adapters the names of all model adapters
   * @param addresses the rules for addresses of webhooks
   */
  public DocumentLoader(
      Lookup lookup, Path directory, Set<String> adapters, TargetRules addresses) {
    this.lookup = lookup;
    this.directory = directory;
    this.adapters = Set.copyOf(adapters);
    this.addresses = addresses;
  }

  /** With webhooks on the public network only. */
  public DocumentLoader(Lookup lookup, Path directory, Set<String> adapters) {
    this(lookup, directory, adapters, TargetRules.of(false, List.of("443"), List.of()));
  }

  /**
   * @throws DocumentException naming every broken file, and nothing is loaded
   */
  public Documents load(List<DocumentSource> sources, Documents builtin) {
    var problems = new ArrayList<DocumentProblem>();
    List<DocumentFile> files = files(sources, problems);
    var references = new References(lookup, directory);
    var reader = new SpecReader(references.reportingFiles(this::mention), problems);
    var agents = reader.readAll(of(DocumentKind.AGENT, files), AgentSpec.class, SpecRules::agent);
    var models =
        reader.readAll(of(DocumentKind.MODEL, files), ModelSpec.class, (rules, model) -> {});
    var pools =
        reader.readAll(of(DocumentKind.MODEL_POOL, files), ModelPoolSpec.class, SpecRules::pool);
    var providers =
        reader.readAll(
            of(DocumentKind.PROVIDER, files), ProviderSpec.class, (rules, provider) -> {});
    var mcpServers =
        reader.readAll(
            of(DocumentKind.MCP_SERVER, files), McpServerSpec.class, SpecRules::mcpServer);
    var a2aServers =
        reader.readAll(
            of(DocumentKind.A2A_SERVER, files), A2aServerSpec.class, (rules, server) -> {});
    var prompts =
        reader.readAll(of(DocumentKind.PROMPT, files), PromptSpec.class, SpecRules::prompt);
    var resources =
        reader.readAll(of(DocumentKind.RESOURCE, files), ResourceSpec.class, SpecRules::resource);
    var webhooks =
        reader.readAll(
            of(DocumentKind.WEBHOOK, files),
            WebhookSpec.class,
            (rules, webhook) -> rules.webhook(webhook, addresses));
    var allModels = merged(models, builtin.models(), ModelSpec::id);
    var allProviders = merged(providers, builtin.providers(), ProviderSpec::id);
    var checks = new CrossChecks(reader, problems);
    var modelsAndPools = new HashSet<>(allModels.keySet());
    modelsAndPools.addAll(pools.keySet());
    checks.agents(agents.values(), modelsAndPools, allProviders.keySet());
    checks.a2aServers(a2aServers.values(), agents);
    checks.delegates(agents.values(), agents.keySet(), specs(a2aServers.values()));
    checks.pools(pools.values(), models, allModels.keySet(), allProviders.keySet());
    checks.mcpServers(agents.values(), mcpServers);
    checks.resources(resources.values());
    checks.webhooks(webhooks.values());
    checks.models(models.values(), allProviders.keySet());
    checks.providers(providers.values(), adapters);
    if (!problems.isEmpty()) {
      throw new DocumentException(problems);
    }
    return new Documents(
        agents.isEmpty() ? builtin.agents() : specs(agents.values()),
        List.copyOf(allModels.values()),
        specs(pools.values()),
        List.copyOf(allProviders.values()),
        specs(mcpServers.values()),
        specs(a2aServers.values()),
        specs(prompts.values()),
        specs(resources.values()),
        specs(webhooks.values()),
        new ProviderSources(written(providers.values()), references)
            .withFallback(builtin.sources()),
        Origins.of(
            Stream.<Collection<? extends Loaded<?>>>of(
                    agents.values(),
                    models.values(),
                    pools.values(),
                    providers.values(),
                    mcpServers.values(),
                    a2aServers.values(),
                    prompts.values(),
                    resources.values(),
                    webhooks.values())
                .flatMap(Collection::stream)
                .toList()));
  }

  /** The files that documents have referred to so far, existing or not. */
  public Set<Path> mentioned() {
    return Set.copyOf(mentioned);
  }

  /** Warns once about each file while the server runs. */
  private void mention(Path file) {
    if (mentioned.add(file) && References.isReadByOthers(file)) {
      LOG.log(
          Level.WARNING,
          "the file {0}, which documents refer to, can be read by every user of this machine; it"
              + " is used, but should be readable by the server only (chmod 600)",
          file);
    }
  }

  private static List<DocumentFile> files(
      List<DocumentSource> sources, List<DocumentProblem> problems) {
    var files = new ArrayList<DocumentFile>();
    for (DocumentSource source : sources) {
      try {
        files.addAll(source.files());
      } catch (IOException e) {
        problems.add(new DocumentProblem(e.getMessage(), null, null, "(documents cannot be read)"));
      }
    }
    return files;
  }

  private static List<DocumentFile> of(DocumentKind kind, List<DocumentFile> files) {
    return files.stream().filter(file -> file.kind() == kind).toList();
  }

  private static <T> List<T> specs(Collection<Loaded<T>> loaded) {
    return loaded.stream().map(Loaded::spec).toList();
  }

  private static Map<String, ObjectNode> written(Collection<Loaded<ProviderSpec>> providers) {
    return providers.stream().collect(Collectors.toMap(Loaded::id, Loaded::written));
  }

  private static <T> Map<String, T> merged(
      Map<String, Loaded<T>> loaded, List<T> builtin, Function<T, String> id) {
    var all = new LinkedHashMap<String, T>();
    builtin.forEach(spec -> all.put(id.apply(spec), spec));
    loaded.forEach((key, document) -> all.put(key, document.spec()));
    return all;
  }
}
