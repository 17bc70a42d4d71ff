package io.awaken.server;

import com.fasterxml.jackson.databind.type.TypeFactory;
import io.awaken.builtin.a2a.A2aBackend;
import io.awaken.builtin.a2a.A2aServers;
import io.awaken.builtin.mcp.McpServers;
import io.awaken.config.registry.AnsweringModel;
import io.awaken.config.registry.LiveDocuments;
import io.awaken.config.registry.ModelWires;
import io.awaken.core.agent.FoundAgents;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.event.EventBus;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.Pause;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.store.document.ToolPinStore;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.core.tool.Tool;
import io.awaken.http.front.BrowserRules;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.security.CallerRules;
import io.awaken.http.security.CurrentClient;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.token.TokenFile;
import io.awaken.http.stream.StreamSettings;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.http.stream.open.Streams;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import io.awaken.http.submit.upstream.ToolServerGrants;
import io.awaken.protocol.a2a.CardSigner;
import io.awaken.protocol.a2a.PushReceiver;
import io.awaken.protocol.a2a.PushSecrets;
import io.awaken.protocol.a2a.task.TaskViews;
import io.awaken.runtime.RuntimeStores;
import io.awaken.server.concurrency.Carriers;
import io.awaken.server.concurrency.ServerThreads;
import io.awaken.server.extension.BackendBeans;
import io.awaken.server.extension.ChatModelBeans;
import io.awaken.server.extension.EstimatorBean;
import io.awaken.server.extension.PluginBeans;
import io.awaken.server.extension.ToolSourceBeans;
import io.awaken.server.metrics.RunMetrics;
import io.awaken.server.metrics.RuntimeMetrics;
import io.awaken.server.settings.HttpSetting;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import io.awaken.server.tool.CdiToolSource;
import io.awaken.server.tool.ThreadTransaction;
import io.awaken.server.tool.ToolRolesPlugin;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/**
 * Hosts the registry and everything that executes runs. Builds it at start from immutable parts, so
 * that no run ever calls back here; any error fails the deployment with a one-line reason.
 */
@Singleton
@Startup
@DependsOn("StoreHost")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class RuntimeHost {

  private static final Logger LOG = System.getLogger(RuntimeHost.class.getName());
  private static final ClassLoader LOADER = RuntimeHost.class.getClassLoader();
  private static final Duration STREAM_END = Duration.ofSeconds(3);

  /** The first Java on which blocking inside a monitor holds no carrier thread. */
  private static final int UNPINNED = 24;

  @Inject private RuntimeStores stores;
  @Inject private QueueWatch queue;
  @Inject EventBus bus;
  @Inject private ToolPinStore toolPins;
  @Inject private SecretStore secrets;
  @Inject private BeanManager beans;
  @Inject private ThreadTransaction transaction;
  @Inject private CurrentClient client;

  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final RunObserver observer = new RunMetrics(metrics, System::nanoTime);
  private final InstantSource steady = SteadyClock.create();
  private final ShutdownSteps shutdown = shutdownSteps();
  private LiveHub hub;
  private Settings settings;
  private CallerRules callers;
  private AnonymousAccess anonymous;
  private TokenFile tokens;
  private CardSigner cards;
  private ClientOrigins origins;
  private BrowserRules browsers;
  ServerThreads threads;
  private OutboundClients http;
  private ChatModelBeans chatModels;
  private BackendBeans backends;
  private ModelPorts models;
  private PluginBeans plugins;
  private LiveDocuments documents;
  private LiveRegistry registry;
  private ToolServers toolServers;
  private A2aServers agentServers;
  private ToolSourceBeans toolSources;
  private EstimatorBean estimator;
  private Streams streams;
  private Node node;

  @PostConstruct
  void build() {
    try {
      assemble();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Awaken EE cannot start: {0}", e.getMessage());
      close();
      throw e;
    }
  }

  private void assemble() {
    settings = ServerConfiguration.settings();
    ServerConfiguration.requirePublicAddress(settings);
    anonymous = ServerConfiguration.anonymous(settings);
    tokens = ServerConfiguration.tokens(settings);
    cards = ServerConfiguration.cards(settings);
    origins = ServerConfiguration.origins(settings);
    browsers = ServerConfiguration.browsers(settings);
    threads = new ServerThreads(LOADER);
    StreamSettings reading = ServerConfiguration.streams(settings);
    hub = new LiveHub(bus, System::nanoTime, threads.runs(), reading.times());
    http = new OutboundClients(ServerConfiguration.targets(settings), threads);
    backends = new BackendBeans(beans);
    var a2a =
        new A2aBackend(
            http.guarded(), Pause.inRealTime(), System::nanoTime, InstantSource.system());
    models = ServerConfiguration.models(settings, observer).with(List.of(a2a)).with(backends.all());
    List<Tool> tools = new CdiToolSource(beans, LOADER, transaction).tools();
    var toolRoles = new ToolRolesPlugin(tools);
    callers = ServerConfiguration.callers(settings, toolRoles.roleNames());
    chatModels = new ChatModelBeans(beans);
    plugins = new PluginBeans(beans, settings, List.of(toolRoles));
    documents =
        new RegistryAssembly(
                settings,
                ServerConfiguration::find,
                ModelWires.with(
                    http.operator(),
                    RegistryAssembly.scripts(settings),
                    chatModels,
                    threads.runs()),
                models)
            .load(tools, plugins.plugins(), this::reloaded);
    registry = documents.registry();
    agentServers = new A2aServers(a2a, threads.runs(), new FoundAgents(registry));
    agentServers.configure(documents.a2aServers());
    agentServers.readDue();
    toolServers =
        new ToolServers(
            documents::mcpServers, settings, http.guarded(), threads, toolPins, secrets);
    toolServers.connect();
    toolSources = new ToolSourceBeans(beans, registry, toolServers.source());
    toolSources.open();
    documents.warnOfMissingTools();
    streams =
        new Streams(
            hub,
            stores.log(),
            reading,
            streamThreads(),
            steady,
            new Streams.Admission(
                settings.count(HttpSetting.STREAMS_PER_ADDRESS),
                () -> CurrentClient.countedAs(client),
                settings.count(HttpSetting.STREAMS_PER_TENANT),
                observer));
    estimator = new EstimatorBean(beans);
    node = assembleNode();
    NodeGauges.register(metrics, models, node, streams);
    metrics.watch(queue, threads.runs(), steady);
  }

  private Node assembleNode() {
    ToolFanOut fanOut = fanOut();
    metrics.watch(fanOut);
    return new Node(
        settings,
        stores.pinning(registry),
        registry,
        new Node.Watched(hub, streams.activity()::observe, observer, bus),
        fanOut,
        estimator.estimator(),
        threads,
        anonymous,
        new Node.Outside(
            documents::webhooks,
            http.guarded(),
            new PushReceiver(
                stores.outbox(),
                stores.runs(),
                new TaskViews(stores.threads(), stores.suspensions()),
                pushSecrets())));
  }

  /** The credentials with which clients are told of their tasks. */
  public PushSecrets pushSecrets() {
    return new PushSecrets(GrantSettings.vault(settings, secrets));
  }

  /** Starts claiming; called when the rest of the application has started. */
  public void start() {
    int java = Runtime.version().feature();
    if (java < UNPINNED) {
      LOG.log(
          Level.INFO,
          "Java {0}: a tool that blocks inside a monitor holds one of few carrier threads; Java 25"
              + " is best",
          java);
    }
    if (tokens != null) {
      threads.repeat("awaken-tokens", TokenFile.INTERVAL, tokens::refresh);
    }
    if (browsers.hosts().any()) {
      LOG.log(
          Level.WARNING,
          "awaken.http.hosts is *: a gateway must check the host of each request, or pages of any"
              + " site can read this server's answers");
    }
    if (reloads()) {
      threads.repeat("awaken-documents", LiveDocuments.INTERVAL, this::pollDocuments);
    }
    threads.repeat("awaken-tool-servers", McpServers.INTERVAL, this::refreshToolServers);
    threads.repeat("awaken-a2a-servers", A2aServers.INTERVAL, this::refreshAgentServers);
    Carriers.ofThisJvm().ifPresent(threads::watch);
    node.start();
    RegistrySnapshot first = registry.get();
    LOG.log(
        Level.INFO,
        "Awaken EE serves the agents {0} with the tools {1} and the plugins {2}",
        first.agents().keySet(),
        first.tools().keySet(),
        first.plugins().names());
    AnsweringModel.of(first).ifPresent(answer -> LOG.log(Level.INFO, answer));
  }

  private void reloaded(LiveDocuments.Outcome outcome) {
    metrics.reloaded(outcome.name().toLowerCase(Locale.ROOT));
  }

  /** A reload may need classes that can no longer be loaded once the application stops. */
  private void pollDocuments() {
    if (!node.draining()) {
      documents.poll();
    }
  }

  private void refreshToolServers() {
    if (!node.draining()) {
      toolServers.refresh();
    }
  }

  private void refreshAgentServers() {
    if (!node.draining()) {
      agentServers.configure(documents.a2aServers());
      agentServers.readDue();
    }
  }

  /** Whether changes of the configuration folder are published while the server runs. */
  public boolean reloads() {
    return settings.choice(RunSetting.CONFIG_RELOAD).equals("on")
        && settings.text(RunSetting.CONFIG_DIR).isPresent();
  }

  /**
   * Hands runs over, asks readers to reconnect and ends all threads; transactions and streams must
   * still work.
   */
  public void drain() {
    close();
  }

  /**
   * May be called twice. Payara skips the listeners when destroying a filter fails; a node not
   * drained then is drained here, or it would claim runs without threads to execute them.
   */
  @PreDestroy
  void close() {
    shutdown.run();
  }

  /** Plugins after the threads: a run that ends late still calls them. */
  private ShutdownSteps shutdownSteps() {
    return new ShutdownSteps()
        .then(
            "hand the runs over",
            "they continue when their leases have run out",
            this::handRunsOver)
        .then("end the streams", "the server cuts their connections", this::endStreams)
        .thenClose(
            "disconnect the MCP servers",
            "their processes end when this one does",
            () -> toolServers)
        .thenClose("stop finding agents", "they are found in vain", () -> agentServers)
        .thenClose("close the HTTP clients", "calls end with their threads", () -> http)
        .thenClose("close the bus between nodes", "the last notifications are lost", () -> bus)
        .thenClose("end the threads", "some may run until the server ends", () -> threads)
        .thenClose("close the tool sources", "what they opened stays open", () -> toolSources)
        .thenClose("release the token estimator", "it stays in memory", () -> estimator)
        .thenClose("close the plugins", "what they opened stays open", () -> plugins)
        .thenClose("release the backends", "what they opened stays open", () -> backends)
        .thenClose("release the models", "what they opened stays open", () -> chatModels)
        // The servers' Jackson is used, and its cache of types outlives the application.
        .then(
            "clear the type cache of Jackson",
            "classes of this application stay in memory",
            () -> TypeFactory.defaultInstance().clearCache());
  }

  private void handRunsOver() {
    if (node != null && !node.drain()) {
      LOG.log(
          Level.WARNING,
          "{0} runs were not handed over; they continue when their leases have run out",
          node.live().count());
    }
  }

  private void endStreams() throws InterruptedException {
    if (streams != null) {
      streams.closeAll(STREAM_END);
    }
  }

  private ToolFanOut fanOut() {
    String name = settings.text(RunSetting.TOOLS_EXECUTOR).orElseThrow();
    return new ToolFanOut(
        threads.runs(),
        threads.ofTools(name),
        new ToolFanOut.Limits(
            settings.count(RunSetting.TOOLS_CONCURRENCY),
            settings.duration(RunSetting.TOOLS_TIMEOUT)),
        System::nanoTime);
  }

  /** For addresses that are not chosen by the operator. */
  public GuardedHttp guardedHttp() {
    return http.guarded();
  }

  public RuntimeMetrics metrics() {
    return metrics;
  }

  public Settings settings() {
    return settings;
  }

  public CallerRules callers() {
    return callers;
  }

  public AnonymousAccess anonymous() {
    return anonymous;
  }

  /** The token file; null without one. */
  public TokenFile tokens() {
    return tokens;
  }

  /** Signs agent cards. */
  public CardSigner cards() {
    return cards;
  }

  public ClientOrigins origins() {
    return origins;
  }

  public BrowserRules browsers() {
    return browsers;
  }

  public LiveRegistry registry() {
    return registry;
  }

  /** The published documents, and the problems of others. */
  public LiveDocuments documents() {
    return documents;
  }

  /** Lets operators inspect and control MCP servers. */
  public ToolServerAdmin toolServers() {
    return toolServers.desk();
  }

  /** Finds the agents of A2A servers. */
  public A2aServers agentServers() {
    return agentServers;
  }

  /** Lets people grant access to MCP servers. */
  public ToolServerGrants toolServerGrants() {
    return toolServers.grants();
  }

  public Streams streams() {
    return streams;
  }

  /** Delivers delayed answers. */
  public StreamThreads streamThreads() {
    return new StreamThreads(threads.runs(), threads.streams());
  }

  public Node node() {
    return node;
  }

  /**
   * The names of duties that died and could not be restarted in time; public like all methods of a
   * bean.
   */
  public List<String> dead() {
    return threads.supervisor().dead();
  }
}
