package io.awaken.server.settings;

import static io.awaken.server.settings.Setting.Value.choice;
import static io.awaken.server.settings.Setting.Value.count;
import static io.awaken.server.settings.Setting.Value.millis;
import static io.awaken.server.settings.Setting.Value.text;

/**
 * Settings of a node: all but those for requests and their readers, which are {@link HttpSetting}.
 */
public enum RunSetting implements Setting {
  CONFIG_DIR(
      "awaken.config.dir",
      text(null),
      "Folder with `agents/`, `models/`, `model-pools/`, `providers/`, `mcp-servers/`,"
          + " `a2a-servers/`, `prompts/`, `resources/`, `webhooks/`"),
  CONFIG_RELOAD(
      "awaken.config.reload",
      choice("off", "off", "on"),
      "Whether changes in `awaken.config.dir` are published while the server runs, within 2 s;"
          + " `mvn -Pserve`: `on`"),
  MCP_STDIO(
      "awaken.mcp.stdio",
      choice("off", "off", "on"),
      "Whether documents of MCP servers may start processes on this machine, with the rights"
          + " of this server ([mcp](mcp.md))"),
  MCP_REDIRECT(
      "awaken.mcp.oauth.redirect-uri",
      text(null),
      "Address to which browsers return when people grant access to MCP servers, exactly as"
          + " registered there: that of `/v1/mcp-servers/oauth/callback`, or a page of yours that"
          + " passes its query on ([mcp](mcp.md))"),
  MCP_CLIENT_DOCUMENT(
      "awaken.mcp.oauth.client-document",
      text(null),
      "https address, with a path, of a public document by which this server identifies itself to"
          + " authorization servers ([mcp](mcp.md#let-people-grant-access))"),
  SECRET_KEYS(
      "awaken.secrets.key-file",
      text(null),
      "File of keys, Base64 of 32 bytes, a line each, mode 0600: the first encrypts the tokens that"
          + " people grant and the credentials for push notifications, all decrypt them; without it"
          + " there are none"),
  DEFAULT_MODEL(
      "awaken.default-model",
      text(null),
      "Model of the built-in `default` agent, as `model` or `provider/model`; default: that of the"
          + " provider which the environment chooses ([models](models.md))"),
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
  DB_SCHEMA(
      "awaken.db.schema",
      choice("migrate", "migrate", "check"),
      "Whether the start makes and changes tables; `check`: it changes none, and ends when they are"
          + " not those of this version"
          + " ([operations](operations.md#tables-made-by-an-administrator))"),
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
      "Time for which notifications to other nodes are batched"),
  NODE_ID("awaken.node.id", text(null), "Name of this node in claims; default: made at start"),
  MAX_RUNS("awaken.runs.max", count("2000", 1, 100_000), "Runs that this node executes at once"),
  RUN_TIME(
      "awaken.runs.max-time",
      millis("PT15M", 0, 31_536_000_000L),
      "Time that a run may take, not counting waits for people and waits of more than 10 s for"
          + " models; then it ends with an error; `PT0S`: no limit"),
  MAX_MESSAGE(
      "awaken.threads.max-message",
      count("1048576", 1_024, 1 << 30),
      "Bytes of one message of a request; more get 413"),
  MEDIA_TYPES(
      "awaken.media.types",
      text(
          "image/png, image/jpeg, image/gif, image/webp, audio/wav, audio/mpeg, audio/mp3,"
              + " audio/ogg, video/mp4, video/webm, application/pdf, application/json, text/plain,"
              + " text/markdown, text/csv"),
      "Media types that clients may send, separated by commas; others get 415"),
  MEDIA_BYTES(
      "awaken.media.max-bytes",
      count("3145728", 1_024, 1 << 28),
      "Bytes of one medium of a request or an upload; more get 413. A message with its media must"
          + " fit into `awaken.history.max-bytes` as well"),
  MEDIA_INLINE(
      "awaken.media.inline",
      count("65536", 0, 1 << 20),
      "Bytes of media stored within a message; larger media are stored beside it"),
  THREAD_MESSAGES(
      "awaken.threads.max-messages",
      count("100000", 1, 1_000_000_000),
      "Messages of a thread; more get 409, and a run that reaches the limit ends as"
          + " `thread_full`"),
  THREAD_BYTES(
      "awaken.threads.max-bytes",
      count("268435456", 4_096, 1L << 40),
      "Bytes of a thread's messages and uploads"),
  HISTORY_MESSAGES(
      "awaken.history.max-messages",
      count("2000", 1, 1_000_000),
      "Messages that a run reads of its thread, from the newest back"),
  HISTORY_BYTES(
      "awaken.history.max-bytes", count("4194304", 4_096, 1 << 30), "Bytes of these messages"),
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
  BREAKER_FAILURES(
      "awaken.model.breaker.failures",
      count("5", 1, 1_000_000),
      "Consecutive failures of a model after which this node stops calling it for a while"),
  BREAKER_COOLDOWN(
      "awaken.model.breaker.cooldown",
      millis("PT30S", 0, 3_600_000),
      "Time for which it does not call the model; then some calls probe it, and one success ends"
          + " the pause"),
  BREAKER_PROBES(
      "awaken.model.breaker.probes", count("1", 1, 1_000), "Calls at once that may probe it"),
  QUEUED(
      "awaken.mailbox.max-queued",
      count("1000", 1, 100_000),
      "Jobs of a thread that may wait in the queue; more get 409"),
  UNREAD(
      "awaken.mailbox.max-unread",
      count("100", 1, 10_000),
      "Requests whose messages may wait for the open run to read them; more get 409"),
  UNREAD_BYTES(
      "awaken.mailbox.max-unread-bytes",
      count("8388608", 1_024, 1 << 30),
      "Bytes of these requests; the first is accepted whatever its size"),
  OUTAGE_WAIT(
      "awaken.mailbox.outage-wait",
      millis("PT5S", 10, 600_000),
      "Time before the retry of a run that was interrupted because the database did not answer"),
  DELEGATE_DEPTH(
      "awaken.delegates.depth",
      count("5", 1, 100),
      "Delegations below a caller's run; a deeper call gets an error result"),
  DELEGATE_WIDTH(
      "awaken.delegates.width",
      count("32", 1, 128),
      "Runs of delegates that a run waits for at once, with the unfinished tasks of its thread; a"
          + " further call gets an error result"),
  TASKS(
      "awaken.delegates.tasks",
      count("256", 1, 1_000),
      "Background tasks of a thread in all; a further one is refused"),
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
      "Time between two polls for due jobs and for expired questions; at most the" + " lease"),
  SWEEP(
      "awaken.mailbox.sweep",
      millis("PT10S", 100, 600_000),
      "Time between two sweeps for runs with expired leases; at most the lease"),
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
      "Time before the second attempt at an interrupted run; twice as long before each further"
          + " one"),
  RETRY_MAX(
      "awaken.mailbox.retry-max",
      millis("PT30S", 10, 3_600_000),
      "The longest time between two attempts; at least `awaken.mailbox.retry-base`"),
  START_RATE(
      "awaken.mailbox.start-rate",
      count("200", 0, 100_000),
      "Runs a second that this node starts from the queue; `0`: no limit"),
  COLLECT(
      "awaken.mailbox.collect",
      millis("PT60S", 1_000, 86_400_000),
      "Time between two deletions of old jobs, on a node that has executed runs meanwhile"),
  KEEP(
      "awaken.mailbox.keep",
      millis("PT24H", 60_000, 31_536_000_000L),
      "Age at which finished jobs are deleted, and messages that their runs have read"),
  KEEP_DEAD(
      "awaken.mailbox.keep-dead",
      millis("P30D", 60_000, 315_360_000_000L),
      "Age at which jobs in the dead letter are deleted"),
  KEEP_KEYS(
      "awaken.idempotency.keep",
      millis("PT24H", 60_000, 31_536_000_000L),
      "Time for which repeating an `Idempotency-Key` returns the run that its request started"),
  DRAIN(
      "awaken.drain",
      millis("PT20S", 0, 600_000),
      "Time that live runs get at shutdown to reach a boundary"),
  DRAIN_INTERRUPT(
      "awaken.drain.interrupt",
      millis("PT5S", 0, 600_000),
      "Further time to hand over runs that had to be interrupted then"),
  TOOLS_EXECUTOR(
      "awaken.tools.executor",
      text("java:comp/DefaultManagedExecutorService"),
      "JNDI name of the executor that runs several calls of one step; `virtual`: virtual threads"),
  TOOLS_CONCURRENCY(
      "awaken.tools.concurrency",
      count("64", 1, 10_000),
      "Calls that run at once on that executor, over all runs; at most its number of threads"),
  TOOLS_TIMEOUT(
      "awaken.tools.timeout",
      millis("PT5M", 100, 86_400_000),
      "Time limit of a tool call whose tool sets none; the call is then interrupted and"
          + " abandoned"),
  OUTBOUND_ALLOW(
      "awaken.outbound.allow",
      text(null),
      "Names (`hooks.example`, `hooks.example:8443`, `*.example`), addresses and blocks"
          + " (`10.1.0.0/16`), separated by commas, that may be reached beside the public network"
          + " when users, models or other agents choose the address"),
  OUTBOUND_PORTS(
      "awaken.outbound.ports",
      text("80, 443"),
      "Ports that such addresses may have, separated by commas"),
  OUTBOUND_PLAIN_HTTP(
      "awaken.outbound.plain-http",
      choice("false", "true", "false"),
      "Whether such addresses may begin with `http://` where `awaken.outbound.allow` does not name"
          + " them"),
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
      "How to treat stored state that no plugin can read. `usual`: a value whose plugin is not"
          + " there waits for it, one that its plugin cannot read ends the run; `strict`: both end"
          + " it; `lenient`: the run continues without both"),
  EVENTS_RETENTION(
      "awaken.events.retention",
      millis("P7D", 0, 315_360_000_000L),
      "Time that the events of a run are kept after its end; `PT0S`: for ever"),
  EVENTS_PURGE(
      "awaken.events.purge", millis("PT10M", 1_000, 86_400_000), "Time between two such deletions");

  private final String key;
  private final Value value;
  private final String meaning;

  RunSetting(String key, Value value, String meaning) {
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
