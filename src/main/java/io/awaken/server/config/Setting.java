package io.awaken.server.config;

import static io.awaken.server.config.Bounded.choice;
import static io.awaken.server.config.Bounded.count;
import static io.awaken.server.config.Bounded.millis;
import static io.awaken.server.config.Bounded.text;

/**
 * Every setting of the server. Durations are written as ISO 8601, such as {@code PT30S}; in the
 * environment a key is upper case with underscores, such as {@code AWAKEN_MAILBOX_LEASE}.
 */
public enum Setting {
  CONFIG_DIR("awaken.config.dir", text(null), "Folder with `agents/`, `models/`, `providers/`"),
  CONFIG_RELOAD(
      "awaken.config.reload",
      choice("off", "off", "on"),
      "Whether changes in `awaken.config.dir` are published while the server runs, within 2 s;"
          + " `mvn -Pserve`: `on`"),
  MODEL(
      "awaken.model",
      text("gpt-5-mini"),
      "Model of the built-in `default` agent when an OpenAI endpoint is configured"),
  MODEL_SCRIPT(
      "awaken.model.script",
      text(null),
      "Script file that the built-in `default` agent's scripted model plays"),
  DATA_DIR("awaken.data.dir", text("./data"), "Folder of the embedded database"),
  DATASOURCE(
      "awaken.datasource",
      text("java:app/jdbc/awaken"),
      "JNDI name of the pool; the default is the application's own, which `awaken.db.*`"
          + " configures"),
  DB_URL("awaken.db.url", text(null), "JDBC URL, H2 or PostgreSQL; default: H2 in the data folder"),
  DB_USER("awaken.db.user", text(null), "User of the database"),
  DB_PASSWORD(
      "awaken.db.password",
      text(null),
      "Password of the database; default for H2 in the data folder: made at the first start, in"
          + " `awaken.password` beside the database"),
  DB_SYNC(
      "awaken.db.sync",
      choice("on", "on", "off"),
      "Whether a commit to an H2 file returns when the disk has synced it; `off`: a power cut"
          + " loses the last seconds"),
  DB_COMMITS(
      "awaken.db.commits",
      count("16", 2, 10_000),
      "Transactions of this node at once, at least four fewer than the pool has connections;"
          + " transactional tools get half of them"),
  DB_PATIENCE(
      "awaken.db.patience",
      millis("PT5S", 100, 60_000),
      "Time that a transaction waits for its turn; then a request gets 503 and a run is given"
          + " back"),
  BUS(
      "awaken.bus",
      choice("on", "on", "off"),
      "Whether nodes on one PostgreSQL notify each other; `off`: each finds out by polling"),
  COALESCE(
      "awaken.bus.coalesce",
      millis("PT0.015S", 1, 1_000),
      "Time for which notifications to other nodes are gathered"),
  NODE_ID("awaken.node.id", text(null), "Name of this node in claims; default: made at start"),
  MAX_RUNS("awaken.runs.max", count("2000", 1, 100_000), "Runs that this node executes at once"),
  RUN_TIME(
      "awaken.runs.max-time",
      millis("PT15M", 0, 31_536_000_000L),
      "Time that a run may take without what it waits for people; then it ends with an error, at"
          + " the next renewal; `PT0S`: no limit"),
  MAX_MESSAGE(
      "awaken.threads.max-message",
      count("1048576", 1_024, 1 << 30),
      "Bytes of one message of a request; more get 413"),
  MEDIA_TYPES(
      "awaken.media.types",
      text(
          "image/png, image/jpeg, image/gif, image/webp, audio/wav, audio/mpeg, audio/mp3,"
              + " audio/ogg, video/mp4, video/webm, application/pdf, application/json, text/plain,"
              + " text/markdown, text/csv, text/html"),
      "Media types that clients may send, separated by commas; others get 415"),
  MEDIA_BYTES(
      "awaken.media.max-bytes",
      count("3145728", 1_024, 1 << 28),
      "Bytes of one medium of a request or an upload; more get 413. A message with its media must"
          + " fit into `awaken.history.max-bytes` as well"),
  MEDIA_INLINE(
      "awaken.media.inline",
      count("65536", 0, 1 << 20),
      "Bytes of media that stays in its message; larger media is stored beside it"),
  THREAD_MESSAGES(
      "awaken.threads.max-messages",
      count("100000", 1, 1_000_000_000),
      "Messages that a thread holds; more get 409, and a run that gets there ends as"
          + " `thread_full`"),
  THREAD_BYTES(
      "awaken.threads.max-bytes", count("268435456", 4_096, 1L << 40), "The same in bytes"),
  HISTORY_MESSAGES(
      "awaken.history.max-messages",
      count("2000", 1, 1_000_000),
      "Messages that a run reads of its thread, from the newest back"),
  HISTORY_BYTES("awaken.history.max-bytes", count("4194304", 4_096, 1 << 30), "The same in bytes"),
  HISTORY_MEMORY(
      "awaken.history.memory",
      count("0", 0, 1L << 40),
      "Bytes of memory that all runs of this node share for what they read, at least four times"
          + " `awaken.history.max-bytes`; a run waits while others have them; `0`: a quarter of the"
          + " heap"),
  MAX_REQUEST(
      "awaken.model.max-request",
      count("8388608", 4_096, 1 << 30),
      "Bytes of the messages of one request to a model; a larger one ends the run as"
          + " `context_overflow`"),
  MAX_ANSWER(
      "awaken.model.max-answer",
      count("1048576", 1_024, 1 << 30),
      "Bytes of one answer of a model; a larger one ends the run as `answer_too_large`"),
  QUEUED(
      "awaken.mailbox.max-queued",
      count("1000", 1, 100_000),
      "Jobs of a thread that may wait in the queue; more get 409"),
  UNREAD(
      "awaken.mailbox.max-unread",
      count("100", 1, 10_000),
      "Requests whose messages may wait for a run that has not taken them in; more get 409"),
  UNREAD_BYTES(
      "awaken.mailbox.max-unread-bytes",
      count("8388608", 1_024, 1 << 30),
      "The same in bytes; the first is taken whatever its size"),
  OUTAGE_WAIT(
      "awaken.mailbox.outage-wait",
      millis("PT5S", 10, 600_000),
      "Time before a run is tried again that broke off because the database did not answer"),
  LEASE(
      "awaken.mailbox.lease",
      millis("PT30S", 3_000, 3_600_000),
      "Time after which an owner that does not renew loses its run"),
  RENEW(
      "awaken.mailbox.renew",
      millis("PT10S", 500, 1_200_000),
      "Time between two renewals; at most a third of the lease"),
  POLL(
      "awaken.mailbox.poll",
      millis("PT10S", 100, 600_000),
      "Time between two looks for due jobs and for questions whose time is up; at most the"
          + " lease"),
  SWEEP(
      "awaken.mailbox.sweep",
      millis("PT10S", 100, 600_000),
      "Time between two looks for runs whose leases ran out; at most the lease"),
  INTERRUPT_WAIT(
      "awaken.mailbox.interrupt-wait",
      millis("PT5S", 100, 600_000),
      "Time that an interrupted run has to stop before its end is written for it"),
  MAX_ATTEMPTS(
      "awaken.mailbox.max-attempts",
      count("5", 1, 100),
      "Attempts at a run before it goes to the dead letter"),
  RETRY_BASE(
      "awaken.mailbox.retry-base",
      millis("PT0.25S", 10, 600_000),
      "Time before the second attempt at a run that broke off; twice as long before each further"
          + " one"),
  RETRY_MAX(
      "awaken.mailbox.retry-max",
      millis("PT30S", 10, 3_600_000),
      "The longest time between two attempts; at least `awaken.mailbox.retry-base`"),
  START_RATE(
      "awaken.mailbox.start-rate",
      count("200", 0, 100_000),
      "Runs a second that this node begins from the queue; `0`: no limit"),
  COLLECT(
      "awaken.mailbox.collect",
      millis("PT60S", 1_000, 86_400_000),
      "Time between two deletions of old jobs, on a node that has executed runs meanwhile"),
  KEEP(
      "awaken.mailbox.keep",
      millis("PT24H", 60_000, 31_536_000_000L),
      "Age at which jobs that are over are deleted, and messages that their runs have read"),
  KEEP_DEAD(
      "awaken.mailbox.keep-dead",
      millis("P30D", 60_000, 315_360_000_000L),
      "Age at which jobs in the dead letter are deleted"),
  KEEP_KEYS(
      "awaken.idempotency.keep",
      millis("PT24H", 60_000, 31_536_000_000L),
      "Time for which an `Idempotency-Key` leads to the run that its request began"),
  WAIT_MAX(
      "awaken.wait.max",
      millis("PT60S", 100, 600_000),
      "The longest that a request waits for a run to end"),
  DRAIN(
      "awaken.drain",
      millis("PT20S", 0, 600_000),
      "Time that live runs get at shutdown to reach a boundary"),
  DRAIN_INTERRUPT(
      "awaken.drain.interrupt",
      millis("PT5S", 0, 600_000),
      "Time that those get which had to be interrupted then, to be handed over"),
  TOOLS_EXECUTOR(
      "awaken.tools.executor",
      text("java:comp/DefaultManagedExecutorService"),
      "JNDI name of the executor that runs several calls of one step; `virtual` = virtual threads"),
  TOOLS_CONCURRENCY(
      "awaken.tools.concurrency",
      count("64", 1, 10_000),
      "Calls that run at once on that executor, over all runs; no more than it has threads"),
  TOOLS_TIMEOUT(
      "awaken.tools.timeout",
      millis("PT5M", 100, 86_400_000),
      "Time that a call of a tool may take that says nothing else; then it is asked to stop and"
          + " not waited for"),
  PLUGINS_GLOBAL(
      "awaken.plugins.global",
      text(null),
      "Names of plugins that take part in every agent, in this order, separated by commas"),
  PERMISSION_FILE(
      "awaken.permission.file",
      text(null),
      "File of permission rules, JSON or YAML; with it the plugin `permission` takes part in every"
          + " agent"),
  STATE_RESTORE(
      "awaken.state.restore",
      choice("usual", "usual", "strict", "lenient"),
      "What becomes of stored state that nobody can read. `usual`: a value whose plugin is not"
          + " there waits for it, one that its plugin cannot read ends the run; `strict`: both end"
          + " it; `lenient`: the run goes on without both"),
  ANONYMOUS(
      "awaken.security.anonymous",
      choice(null, "true", "false"),
      "Whether requests without credentials are served, as `anonymous` in the tenant `default`."
          + " Unset: to programs on this machine only, and to none once there is a key, a realm or"
          + " a token file; `true`: to everyone who reaches the server; `false`: to none. All"
          + " others get 401"),
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
      "Roles, separated by commas, that a caller without a token is asked for beside those that"
          + " tools name"),
  ADMIN_ROLE(
      "awaken.security.admin-role",
      text(null),
      "Role that the routes for operators ask for; without one nobody gets them"),
  HTTP_PORT(
      "awaken.http.port", count("8080", 1, 65_535), "Port of the server that `mvn -Pserve` starts"),
  HTTP_HOST(
      "awaken.http.host",
      text(null),
      "Address on which the server that `mvn -Pserve` starts listens, `0.0.0.0` for all; default:"
          + " `127.0.0.1` without authentication, `0.0.0.0` with a key or a token file"),
  WAR(
      "awaken.war",
      text(null),
      "Archive that `mvn -Pserve` deploys instead of ours, one with tools of its own"),
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
      text("Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Requested-With"),
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
      "Requests of one named caller a minute that begin or steer runs, on this node, and as many"
          + " uploads; more get 429; `0`: no limit"),
  SUBMITS_PER_TENANT(
      "awaken.http.submits-per-minute.tenant",
      count("0", 0, 10_000_000),
      "The same of all named callers of a tenant together; `0`: no limit"),
  SUBMITS_PER_ADDRESS(
      "awaken.http.submits-per-minute.anonymous",
      count("60", 0, 1_000_000),
      "The same of all anonymous callers at one address (IPv6: in one /64 network), except this"
          + " machine's own; `0`: no limit"),
  TRUSTED_PROXIES(
      "awaken.http.trusted-proxies",
      text(null),
      "Addresses and blocks, such as `10.0.0.0/8`, separated by commas, of the proxies whose"
          + " forwarding headers name the client"),
  MAX_BODY("awaken.http.max-body", count("1048576", 1_024, 1 << 30), "Bytes of a request body"),
  BODY_MEMORY(
      "awaken.http.body-memory",
      count("0", 0, 1L << 40),
      "Bytes of request bodies that are read and not answered yet; with more, bodies of over 16 KiB"
          + " get 503; `0`: a sixteenth of the heap"),
  BODY_TIME(
      "awaken.http.body-time",
      millis("PT30S", 100, 3_600_000),
      "Time in which a request body must have come; one that comes slower gets 408"),
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
      "Time that a reader may take nothing before its stream ends"),
  STREAM_AGE(
      "awaken.stream.max-age", millis("PT30M", 1_000, 86_400_000), "Age at which a stream ends"),
  STREAMS_PER_CALLER(
      "awaken.stream.per-caller", count("20", 1, 100_000), "Open streams of one named caller"),
  STREAMS_PER_ADDRESS(
      "awaken.stream.per-address",
      count("20", 1, 100_000),
      "Open streams of all anonymous callers at one address (IPv6: in one /64 network), except this"
          + " machine's own"),
  STREAM_QUEUE_EVENTS(
      "awaken.stream.queue-events",
      count("1000", 16, 1_000_000),
      "Live events that may wait for a reader; with more its stream ends, and it comes back"),
  STREAM_QUEUE_BYTES(
      "awaken.stream.queue-bytes", count("1048576", 4_096, 1 << 30), "The same in bytes"),
  STREAM_PAGE(
      "awaken.stream.page",
      count("32", 1, 1_000),
      "Commits of the log that a stream reads at once"),
  STREAM_POLL(
      "awaken.stream.poll",
      millis("PT2S", 100, 60_000),
      "Time between two looks at the log for a stream of a run that executes elsewhere; an idle"
          + " thread is looked at less and less often, at last once in five times that"),
  EVENTS_RETENTION(
      "awaken.events.retention",
      millis("P7D", 0, 315_360_000_000L),
      "Time that the events of a run are kept after its end; `PT0S`: for ever"),
  EVENTS_PURGE(
      "awaken.events.purge", millis("PT10M", 1_000, 86_400_000), "Time between two such deletions"),
  STREAMS_PER_NODE(
      "awaken.stream.per-node", count("2000", 1, 1_000_000), "Open streams of this node");

  private final String key;
  private final Bounded value;
  private final String meaning;

  Setting(String key, Bounded value, String meaning) {
    this.key = key;
    this.value = value;
    this.meaning = meaning;
  }

  public String key() {
    return key;
  }

  /** What it may be, and what it is when nobody sets it. */
  public Bounded value() {
    return value;
  }

  public String meaning() {
    return meaning;
  }
}
