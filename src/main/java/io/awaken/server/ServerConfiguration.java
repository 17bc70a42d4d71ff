package io.awaken.server;

import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.model.CircuitBreakerConfig;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.Pause;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Sharing;
import io.awaken.core.spec.PemKey;
import io.awaken.core.spec.Secret;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.submit.AgentRules;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.Quotas.Kind;
import io.awaken.core.submit.RunLimits;
import io.awaken.http.front.BrowserRules;
import io.awaken.http.front.CorsRules;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.oauth.ProtectedResource;
import io.awaken.http.security.AnonymousAccess;
import io.awaken.http.security.CallerRules;
import io.awaken.http.security.JwtRules;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import io.awaken.http.security.load.RequestLimits;
import io.awaken.http.security.load.WaitingLimits;
import io.awaken.http.security.token.TokenFile;
import io.awaken.http.security.token.TokenFileException;
import io.awaken.http.stream.StreamSettings;
import io.awaken.protocol.a2a.CardSigner;
import io.awaken.protocol.mcp.McpServlet;
import io.awaken.server.login.Authentication;
import io.awaken.server.settings.HttpSetting;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import jakarta.ws.rs.ApplicationPath;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** MicroProfile Config as this application sees it, usable on any thread. */
final class ServerConfiguration {

  /** MicroProfile JWT's own setting in seconds, and the default. */
  private static final String SKEW = "mp.jwt.verify.clock.skew";

  private static final Duration LEEWAY = Duration.ofSeconds(5);

  /** The longest that a thread waits while too many other bodies are being read. */
  private static final Duration BODY_TURN = Duration.ofMillis(500);

  private ServerConfiguration() {}

  static Optional<String> find(String key) {
    return Found.CONFIG.getOptionalValue(key, String.class);
  }

  /**
   * @throws IllegalStateException naming every key that is wrong
   */
  static Settings settings() {
    return new Settings(ServerConfiguration::find).checked();
  }

  static RequestLimits requests(Settings settings) {
    return new RequestLimits(
        settings.count(HttpSetting.MAX_REQUESTS),
        settings.count(HttpSetting.MAX_BODY),
        RequestLimits.DEFAULTS.retryAfterSeconds(),
        orOfHeap(settings.size(HttpSetting.BODY_MEMORY), 16),
        settings.count(RunSetting.MEDIA_BYTES));
  }

  /** Limits of a thread's size. */
  static ThreadLimits threads(Settings settings) {
    return new ThreadLimits(
        settings.count(RunSetting.THREAD_MESSAGES), settings.size(RunSetting.THREAD_BYTES));
  }

  /** Limits of each run. */
  static ContextLimits context(Settings settings) {
    var window =
        new WindowLimits(
            settings.size(RunSetting.HISTORY_BYTES), settings.count(RunSetting.HISTORY_MESSAGES));
    return new ContextLimits(
        window,
        threads(settings),
        settings.size(RunSetting.MAX_REQUEST),
        settings.size(RunSetting.MAX_ANSWER),
        settings.count(RunSetting.MEDIA_INLINE));
  }

  /** The ports of model calls, shared by all runs. */
  static ModelPorts models(Settings settings, RunObserver observer) {
    var breaker =
        new CircuitBreakerConfig(
            settings.count(RunSetting.BREAKER_FAILURES),
            settings.duration(RunSetting.BREAKER_COOLDOWN),
            settings.count(RunSetting.BREAKER_PROBES));
    return new ModelPorts(
        Pause.inRealTime(),
        () -> ThreadLocalRandom.current().nextDouble(),
        new CircuitBreakers(breaker, System::nanoTime),
        observer);
  }

  /** The media that clients may send. */
  static MediaRules media(Settings settings) {
    var types = new HashSet<String>();
    settings
        .names(RunSetting.MEDIA_TYPES)
        .forEach(type -> types.add(type.toLowerCase(Locale.ROOT)));
    return new MediaRules(types, settings.count(RunSetting.MEDIA_BYTES), targets(settings));
  }

  /** The memory that all runs share. */
  static HistoryBudget history(Settings settings) {
    return new HistoryBudget(orOfHeap(settings.size(RunSetting.HISTORY_MEMORY), 4));
  }

  private static long orOfHeap(long set, int part) {
    return set > 0 ? set : Runtime.getRuntime().maxMemory() / part;
  }

  static WaitingLimits waiting(Settings settings) {
    Duration atMost = settings.duration(HttpSetting.MAX_WAIT);
    return new WaitingLimits(
        atMost,
        atMost.isZero() ? 0 : settings.count(HttpSetting.MAX_WAITING),
        atMost.compareTo(BODY_TURN) < 0 ? atMost : BODY_TURN);
  }

  /**
   * @throws IllegalStateException naming the setting that is wrong
   */
  static BrowserRules browsers(Settings settings) {
    return new BrowserRules(
        HostRules.of(settings.names(HttpSetting.HOSTS)),
        CorsRules.of(
            settings.names(HttpSetting.CORS_ORIGINS),
            settings.names(HttpSetting.CORS_HEADERS),
            settings.choice(HttpSetting.CORS_CREDENTIALS).equals("true"),
            settings.duration(HttpSetting.CORS_MAX_AGE)),
        settings.text(HttpSetting.CONTENT_POLICY).orElseThrow());
  }

  /**
   * @param toolRoles roles in the annotations of tools
   */
  static CallerRules callers(Settings settings, Set<String> toolRoles) {
    var roles = new HashSet<>(toolRoles);
    roles.addAll(settings.names(HttpSetting.ROLES));
    settings.text(HttpSetting.ADMIN_ROLE).ifPresent(roles::add);
    roles.addAll(mcpScopes(settings));
    return new CallerRules(
        settings.text(HttpSetting.TENANT_CLAIM).orElseThrow(),
        settings.text(HttpSetting.ROLES_CLAIM).orElseThrow(),
        roles,
        InstantSource.system(),
        Found.CONFIG.getOptionalValue(SKEW, Long.class).map(Duration::ofSeconds).orElse(LEEWAY));
  }

  /** How the server checks JSON Web Tokens. */
  static JwtRules jwt(Duration leeway) {
    return Authentication.rules(ServerConfiguration::find, InstantSource.system(), leeway);
  }

  /** Who uses new threads besides their owners. */
  static Sharing sharing(Settings settings) {
    return settings.chosen(HttpSetting.THREADS).filter(Sharing.ALL::equals).isPresent()
        ? Sharing.TENANT
        : Sharing.OWNER;
  }

  /**
   * @throws IllegalStateException when tokens would be checked too loosely, or without a key
   */
  static AnonymousAccess anonymous(Settings settings) {
    Authentication.requireNarrowTokens(ServerConfiguration::find);
    Authentication.requireKeyFile(ServerConfiguration::find);
    return new AnonymousAccess(
        settings.chosen(HttpSetting.ANONYMOUS).map(Boolean::valueOf),
        Authentication.configured(ServerConfiguration::find));
  }

  /**
   * The token file; null without one.
   *
   * @throws IllegalStateException when the file is invalid
   */
  static TokenFile tokens(Settings settings) {
    Optional<String> path = settings.text(HttpSetting.TOKENS_FILE);
    if (path.isEmpty()) {
      return null;
    }
    try {
      return TokenFile.open(Path.of(path.get()), InstantSource.system());
    } catch (TokenFileException | InvalidPathException e) {
      throw new IllegalStateException(
          "%s is '%s': %s".formatted(HttpSetting.TOKENS_FILE.key(), path.get(), e.getMessage()), e);
    }
  }

  /**
   * Signs agent cards, if there is a key.
   *
   * @throws IllegalStateException naming the setting when its file has no usable key
   */
  static CardSigner cards(Settings settings) {
    Function<String, CardSigner> signer =
        pem ->
            CardSigner.of(
                PemKey.read(Secret.of(pem))
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException("it has no private key, PKCS #8 in PEM")),
                settings.text(HttpSetting.A2A_CARD_KEY_ID).orElseThrow(),
                settings.text(HttpSetting.A2A_CARD_KEY_SET).orElse(null));
    return settings
        .text(HttpSetting.A2A_CARD_KEY)
        .map(path -> KeyFile.read(HttpSetting.A2A_CARD_KEY, path, signer))
        .orElse(CardSigner.NONE);
  }

  /**
   * @throws IllegalStateException naming the invalid address
   */
  static ClientOrigins origins(Settings settings) {
    return new ClientOrigins(
        TrustedProxies.of(
            HttpSetting.TRUSTED_PROXIES.key(), settings.names(HttpSetting.TRUSTED_PROXIES)));
  }

  /**
   * The MCP server's metadata for clients without a token.
   *
   * @throws IllegalStateException naming the setting that is wrong
   */
  static ProtectedResource mcp(Settings settings, PublicAddress address) {
    return new ProtectedResource(
        AwakenApplication.class.getAnnotation(ApplicationPath.class).value()
            + "/"
            + McpServlet.PATH,
        address,
        Authentication.issuers(ServerConfiguration::find),
        mcpScopes(settings));
  }

  /**
   * @throws IllegalStateException when the configured address of the application is invalid
   */
  static void requirePublicAddress(Settings settings) {
    settings.text(HttpSetting.PUBLIC_URL).ifPresent(PublicAddress::check);
  }

  private static List<String> mcpScopes(Settings settings) {
    return settings
        .text(HttpSetting.MCP_SCOPE)
        .map(text -> ProtectedResource.scopes(HttpSetting.MCP_SCOPE.key(), text))
        .orElse(List.of());
  }

  /**
   * Rules for addresses that are not chosen by the operator.
   *
   * @throws IllegalStateException naming the invalid rule
   */
  static TargetRules targets(Settings settings) {
    try {
      return TargetRules.of(
          settings.choice(RunSetting.OUTBOUND_PLAIN_HTTP).equals("true"),
          settings.names(RunSetting.OUTBOUND_PORTS),
          settings.names(RunSetting.OUTBOUND_ALLOW));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("awaken.outbound.*: " + e.getMessage(), e);
    }
  }

  static AgentRules.Limits runs(Settings settings) {
    return new AgentRules.Limits(
        settings.size(RunSetting.MAX_MESSAGE),
        settings.size(RunSetting.HISTORY_BYTES),
        settings.choice(HttpSetting.RUN_OVERRIDES).equals("true"),
        media(settings),
        settings.count(RunSetting.MEDIA_INLINE),
        sharing(settings));
  }

  /**
   * @param address of the current request's anonymous caller
   */
  static Quotas quotas(Settings settings, Supplier<Optional<String>> address, RunStore runs) {
    var submits =
        new Quotas.Rate(
            settings.count(HttpSetting.SUBMITS),
            settings.count(HttpSetting.SUBMITS_PER_TENANT),
            settings.count(HttpSetting.SUBMITS_PER_ADDRESS));
    var requests =
        new Quotas.Rate(
            settings.count(HttpSetting.REQUESTS),
            settings.count(HttpSetting.REQUESTS_PER_TENANT),
            settings.count(HttpSetting.REQUESTS_PER_ADDRESS));
    return new Quotas(
        Map.of(Kind.SUBMITS, submits, Kind.UPLOADS, submits, Kind.REQUESTS, requests),
        quotaOfRuns(settings, runs),
        address,
        System::nanoTime);
  }

  private static Quotas.Runs quotaOfRuns(Settings settings, RunStore runs) {
    var caller =
        new RunLimits(
            settings.count(HttpSetting.LIVE_RUNS),
            settings.count(HttpSetting.QUEUED_RUNS),
            settings.size(HttpSetting.TOKENS),
            BigDecimal.valueOf(settings.size(HttpSetting.COST)));
    var tenant =
        new RunLimits(
            settings.count(HttpSetting.LIVE_RUNS_PER_TENANT),
            settings.count(HttpSetting.QUEUED_RUNS_PER_TENANT),
            settings.size(HttpSetting.TOKENS_PER_TENANT),
            BigDecimal.valueOf(settings.size(HttpSetting.COST_PER_TENANT)));
    return new Quotas.Runs(
        caller,
        tenant,
        settings.duration(HttpSetting.QUOTA_WINDOW),
        settings.text(HttpSetting.QUOTA_CURRENCY).orElseThrow(),
        runs);
  }

  static StreamSettings streams(Settings settings) {
    var defaults = StreamSettings.DEFAULTS;
    var times =
        new StreamSettings.Times(
            settings.duration(HttpSetting.HEARTBEAT),
            settings.duration(HttpSetting.WRITE_DEADLINE),
            settings.duration(HttpSetting.STREAM_AGE),
            settings.duration(HttpSetting.STREAM_POLL),
            defaults.times().firstPoll());
    return new StreamSettings(
        settings.count(HttpSetting.STREAMS_PER_CALLER),
        settings.count(HttpSetting.STREAMS_PER_NODE),
        settings.count(HttpSetting.STREAM_QUEUE_EVENTS),
        settings.count(HttpSetting.STREAM_QUEUE_BYTES),
        settings.count(HttpSetting.STREAM_PAGE),
        times);
  }

  /** Looked up on first use: settings can be read without a server. */
  private static final class Found {
    private static final Config CONFIG =
        ConfigProvider.getConfig(ServerConfiguration.class.getClassLoader());
  }
}
