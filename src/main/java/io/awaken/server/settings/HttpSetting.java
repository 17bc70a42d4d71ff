package io.awaken.server.settings;

import static io.awaken.server.settings.Setting.Value.choice;
import static io.awaken.server.settings.Setting.Value.count;
import static io.awaken.server.settings.Setting.Value.millis;
import static io.awaken.server.settings.Setting.Value.text;

/** Settings for requests and their readers: callers, limits, browsers, streams. */
public enum HttpSetting implements Setting {
  WAIT_MAX(
      "awaken.wait.max",
      millis("PT60S", 100, 600_000),
      "The longest that a request waits for a run to end"),
  ANONYMOUS(
      "awaken.security.anonymous",
      choice(null, "true", "false"),
      "Whether requests without credentials are served, as `anonymous` in the tenant `default`;"
          + " others get 401. `true`: from every client; `false`: from none; unset: from programs"
          + " on this machine, until there is a key, a realm or a token file"),
  TOKENS_FILE(
      "awaken.security.tokens.file",
      text(null),
      "File of tokens, for callers without an identity provider; its mode is 0600"),
  TENANT_CLAIM(
      "awaken.security.tenant-claim",
      text("tenant"),
      "Claim of a token that names the tenant, or its path, such as `org.id`; a token without it"
          + " belongs to `default`"),
  ROLES_CLAIM(
      "awaken.security.roles-claim",
      text("groups"),
      "Claim of a token that names the roles, or its path, such as `realm_access.roles`"),
  ROLES(
      "awaken.security.roles",
      text(null),
      "Roles, separated by commas, to check for callers without a JSON Web Token, beside those that"
          + " tools name"),
  ADMIN_ROLE(
      "awaken.security.admin-role",
      text(null),
      "Role that the routes for operators require; unset: no caller may use them"),
  THREADS(
      "awaken.security.threads",
      choice("owner", "owner", "tenant"),
      "Who may use new threads of logged-in callers: their `owner`, or the whole `tenant`"
          + " ([security](security.md#threads-and-their-owners)); threads keep what was set when"
          + " they began"),
  RUN_OVERRIDES(
      "awaken.http.run-overrides",
      choice("false", "true", "false"),
      "Whether `overrides` of `POST /v1/runs` may set temperature, `top_p`, `max_tokens`,"
          + " reasoning effort and response format of one run"),
  DEFAULT_AGENT(
      "awaken.default-agent",
      text(null),
      "Agent of requests of front ends that name none; unset: the one called `default`, else the"
          + " only one there is"),
  A2A_CARD_KEY(
      "awaken.a2a.card-key-file",
      text(null),
      "File of the private key, PKCS #8 in PEM, mode 0600: EC P-256, RSA or Ed25519, that signs"
          + " [agent cards](a2a.md#sign-the-cards); unset: they are not signed"),
  A2A_CARD_KEY_ID(
      "awaken.a2a.card-key-id", text("awaken"), "Name of that key in the signatures (`kid`)"),
  A2A_CARD_KEY_SET(
      "awaken.a2a.card-key-set",
      text(null),
      "Address in the signatures (`jku`) of the JWK set with the public key"),
  AGUI_CANCEL(
      "awaken.ag-ui.cancel-on-disconnect",
      choice("false", "true", "false"),
      "Whether a run is cancelled when the AG-UI client that started it closes its connection"),
  MCP_SESSION(
      "awaken.mcp.session-lifetime",
      millis("P1D", 60_000, 2_592_000_000L),
      "Time after which a session of an MCP client expires; the client then opens a new one"),
  MCP_TOOLS(
      "awaken.mcp.tools",
      text(null),
      "Tools that MCP clients may call without an agent, by id or pattern, separated by commas"
          + " ([mcp](mcp.md)); unset: none"),
  MCP_SCOPE(
      "awaken.mcp.scope",
      text(null),
      "Scopes, separated by blanks, all of which credentials need for `/v1/mcp`; others get 403."
          + " Unset: none"),
  PUBLIC_URL(
      "awaken.http.public-url",
      text(null),
      "Address under which clients reach the application, such as `https://agents.example/awaken`;"
          + " unset: scheme, host and path of each request"),
  HTTP_PORT(
      "awaken.http.port", count("8080", 1, 65_535), "Port of the server that `mvn -Pserve` starts"),
  HTTP_HOST(
      "awaken.http.host",
      text(null),
      "Address on which the server that `mvn -Pserve` starts listens, `0.0.0.0` for all; default:"
          + " `127.0.0.1` without authentication, `0.0.0.0` with a key or a token file"),
  SERVER(
      "awaken.server",
      choice("payara", "payara", "wildfly"),
      "Server that `mvn -Pserve` starts: Payara Micro or WildFly ([operations](operations.md))"),
  WAR(
      "awaken.war",
      text(null),
      "Archive that `mvn -Pserve` deploys instead of ours, such as one with your own tools"),
  MAX_REQUESTS(
      "awaken.http.max-requests",
      count("100", 1, 100_000),
      "Requests processed at once, half of which may wait for their bodies; more wait for a place"),
  MAX_WAIT(
      "awaken.http.max-wait",
      millis("PT5S", 0, 60_000),
      "Time that a request waits for a place before it gets 503; `PT0S`: none waits"),
  MAX_WAITING(
      "awaken.http.max-waiting",
      count("2000", 0, 100_000),
      "Requests that wait for a place at once, without a thread; more get 503"),
  HOSTS(
      "awaken.http.hosts",
      text(null),
      "Names and addresses under which clients call the server, each with or without a port,"
          + " separated by commas, beside `localhost`, `127.0.0.1` and `[::1]`; requests for others"
          + " get 421; `*`: any, where a gateway checks them"),
  CORS_ORIGINS(
      "awaken.http.cors.origins",
      text(null),
      "Origins, such as `https://app.example`, whose pages may call the server from a browser,"
          + " separated by commas; `*`: any"),
  CORS_HEADERS(
      "awaken.http.cors.headers",
      text(
          "A2A-Extensions, A2A-Version, Authorization, Content-Type, Idempotency-Key,"
              + " Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id,"
              + " X-Requested-With"),
      "Headers that such pages may send, separated by commas"),
  CORS_CREDENTIALS(
      "awaken.http.cors.credentials",
      choice("false", "true", "false"),
      "Whether browsers send cookies with requests of such pages; not with the origin `*`"),
  CORS_MAX_AGE(
      "awaken.http.cors.max-age",
      millis("PT10M", 0, 86_400_000),
      "Time for which browsers remember what such pages may do"),
  CONTENT_POLICY(
      "awaken.http.content-policy",
      text(
          "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none';"
              + " object-src 'none'"),
      "`Content-Security-Policy` of every answer that sets none itself"),
  SUBMITS(
      "awaken.http.submits-per-minute",
      count("60", 0, 1_000_000),
      "Requests of one named caller a minute that start or steer runs, on this node, and as many"
          + " uploads; more get 429; `0`: no limit"),
  SUBMITS_PER_TENANT(
      "awaken.http.submits-per-minute.tenant",
      count("0", 0, 10_000_000),
      "The limit for all named callers of a tenant together; `0`: no limit"),
  SUBMITS_PER_ADDRESS(
      "awaken.http.submits-per-minute.anonymous",
      count("60", 0, 1_000_000),
      "The limit for all anonymous callers at one address (IPv6: in one /64 network), except this"
          + " machine's own; `0`: no limit"),
  REQUESTS(
      "awaken.http.requests-per-second",
      count("0", 0, 1_000_000),
      "Requests of any kind of one named caller a second, on this node; more get 429; `0`: no"
          + " limit"),
  REQUESTS_PER_TENANT(
      "awaken.http.requests-per-second.tenant",
      count("0", 0, 10_000_000),
      "The limit for all named callers of a tenant together"),
  REQUESTS_PER_ADDRESS(
      "awaken.http.requests-per-second.anonymous",
      count("0", 0, 1_000_000),
      "The limit for all anonymous callers at one address, except this machine's own"),
  LIVE_RUNS(
      "awaken.quota.live-runs",
      count("0", 0, 1_000_000),
      "Runs of one caller that execute at once, on all nodes; a further one gets 429; all anonymous"
          + " callers are one; `0`: no limit"),
  LIVE_RUNS_PER_TENANT(
      "awaken.quota.live-runs.tenant",
      count("0", 0, 1_000_000),
      "The limit for all callers of a tenant together"),
  QUEUED_RUNS(
      "awaken.quota.queued-runs",
      count("0", 0, 10_000_000),
      "Runs of one caller that wait in the queue, as `awaken.quota.live-runs`"),
  QUEUED_RUNS_PER_TENANT(
      "awaken.quota.queued-runs.tenant",
      count("0", 0, 10_000_000),
      "The limit for all callers of a tenant together"),
  TOKENS(
      "awaken.quota.tokens",
      count("0", 0, 1_000_000_000_000L),
      "Input and output tokens that the runs of one caller may use in `awaken.quota.window`, on all"
          + " nodes; then a further run gets 429; `0`: no limit"),
  TOKENS_PER_TENANT(
      "awaken.quota.tokens.tenant",
      count("0", 0, 1_000_000_000_000L),
      "The limit for all callers of a tenant together"),
  COST(
      "awaken.quota.cost",
      count("0", 0, 1_000_000_000),
      "What these runs may cost, in whole units of `awaken.quota.currency`; `0`: no limit"),
  COST_PER_TENANT(
      "awaken.quota.cost.tenant",
      count("0", 0, 1_000_000_000),
      "The limit for all callers of a tenant together"),
  QUOTA_CURRENCY(
      "awaken.quota.currency",
      text("USD"),
      "Currency of `awaken.quota.cost`; model calls priced in another one are not" + " counted"),
  QUOTA_WINDOW(
      "awaken.quota.window",
      millis("PT1H", 60_000, 2_678_400_000L),
      "Time for which tokens and cost are counted, from now back"),
  TRUSTED_PROXIES(
      "awaken.http.trusted-proxies",
      text(null),
      "Addresses and blocks, such as `10.0.0.0/8`, separated by commas, of the proxies whose"
          + " forwarding headers name the client"),
  MAX_BODY("awaken.http.max-body", count("1048576", 1_024, 1 << 30), "Bytes of a request body"),
  BODY_MEMORY(
      "awaken.http.body-memory",
      count("0", 0, 1L << 40),
      "Bytes of request bodies in memory at once; beyond that, bodies of over 16 KiB"
          + " get 503; `0`: a sixteenth of the heap"),
  BODY_TIME(
      "awaken.http.body-time",
      millis("PT30S", 100, 3_600_000),
      "Time in which a request body must arrive; a slower one gets 408"),
  MAX_PAYLOAD(
      "awaken.decision.max-payload",
      count("65536", 256, 16_777_216),
      "Bytes of the payload of a decision, as JSON"),
  HEARTBEAT(
      "awaken.stream.heartbeat",
      millis("PT15S", 100, 600_000),
      "Time between two comments on an idle stream"),
  WRITE_DEADLINE(
      "awaken.stream.write-deadline",
      millis("PT10S", 100, 600_000),
      "Time for which a reader may accept no data before its stream ends"),
  STREAM_AGE(
      "awaken.stream.max-age", millis("PT30M", 1_000, 86_400_000), "Age at which a stream ends"),
  STREAMS_PER_CALLER(
      "awaken.stream.per-caller", count("20", 1, 100_000), "Open streams of one named caller"),
  STREAMS_PER_ADDRESS(
      "awaken.stream.per-address",
      count("20", 1, 100_000),
      "Open streams of all anonymous callers at one address (IPv6: in one /64 network), except this"
          + " machine's own"),
  STREAMS_PER_TENANT(
      "awaken.stream.per-tenant",
      count("0", 0, 1_000_000),
      "Open streams of all named callers of a tenant together, on this node; `0`: no limit"),
  STREAM_QUEUE_EVENTS(
      "awaken.stream.queue-events",
      count("1000", 16, 1_000_000),
      "Live events that may wait for a reader; with more its stream ends, and the client"
          + " reconnects"),
  STREAM_QUEUE_BYTES(
      "awaken.stream.queue-bytes",
      count("1048576", 4_096, 1 << 30),
      "Bytes of live events that may wait for a reader"),
  STREAM_PAGE(
      "awaken.stream.page",
      count("32", 1, 1_000),
      "Commits of the log that a stream reads at once"),
  STREAM_POLL(
      "awaken.stream.poll",
      millis("PT2S", 100, 60_000),
      "Time between two polls of the log for a stream of a run that executes elsewhere; an idle"
          + " thread is polled less and less often, at last once in five times that"),
  STREAMS_PER_NODE(
      "awaken.stream.per-node", count("2000", 1, 1_000_000), "Open streams of this node");

  private final String key;
  private final Value value;
  private final String meaning;

  HttpSetting(String key, Value value, String meaning) {
    this.key = key;
    this.value = value;
    this.meaning = meaning;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public Value value() {
    return value;
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
