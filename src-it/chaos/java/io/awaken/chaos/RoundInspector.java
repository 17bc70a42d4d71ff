package io.awaken.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.Cluster;
import io.awaken.chaos.bed.Database;
import io.awaken.chaos.bed.Ledger;
import io.awaken.chaos.bed.ServerNode;
import io.awaken.chaos.check.FinalState;
import io.awaken.chaos.check.Frame;
import io.awaken.chaos.check.Submission;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.FrameReader;
import io.awaken.chaos.client.NodeHttp;
import io.awaken.chaos.client.NodeHttp.Reply;
import io.awaken.core.action.RuntimeKeys;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/** Reads the state after a round from the servers' API, their database and the ledger. */
final class RoundInspector {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MAX_WAIT_NANOS = 8_000_000_000L;

  /**
   * The most database sessions of a server: a pool of 20, a connection for lease renewals and two
   * for notifications.
   */
  private static final int MAX_SESSIONS = 20 + 3;

  /** The most threads of a node: 400 besides the up to 1,024 carriers of virtual threads. */
  private static final int MAX_THREADS = 1_024 + 400;

  private static final List<String> GAUGES =
      List.of("awaken_active_runs", "awaken_sse_connections", "awaken_stuck_tools");

  /** Condition for runs that began and whose resolution is not stored. */
  private static final String UNRESOLVED =
      " AND started_at IS NOT NULL AND NOT EXISTS"
          + " (SELECT 1 FROM awaken_document d WHERE d.hash = r.resolution_hash)";

  private final Cluster cluster;
  private final Database database;
  private final Ledger ledger;
  private final NodeHttp http;
  private final Clock clock;
  private final List<String> prefixes;
  private final String where;

  /** The run above a run, from its thread and the parent that its row names. */
  private final BinaryOperator<String> above;

  private RoundInspector(
      Cluster cluster,
      Ledger ledger,
      NodeHttp http,
      Clock clock,
      List<String> prefixes,
      String threads,
      BinaryOperator<String> above) {
    this.cluster = cluster;
    this.database = cluster.database();
    this.ledger = ledger;
    this.http = http;
    this.clock = clock;
    this.prefixes = prefixes;
    this.where =
        " WHERE thread_key IN (SELECT thread_key FROM awaken_thread WHERE " + threads + ")";
    this.above = above;
  }

  /**
   * Inspects the nodes.
   *
   * @param prefixes those of the ids of the round's threads; threads of delegates are below them
   */
  static RoundInspector ofNodes(Bed bed, NodeHttp http, Clock clock, List<String> prefixes) {
    String named = "thread_id LIKE '%1$s%%' OR parent_thread_id LIKE '%1$s%%'";
    return new RoundInspector(
        bed.home(),
        bed.ledger(),
        http,
        clock,
        prefixes,
        prefixes.stream().map(named::formatted).collect(Collectors.joining(" OR ")),
        (thread, parent) -> parent);
  }

  /**
   * Inspects the remote server.
   *
   * @param began when the round began, in epoch milliseconds
   * @param conversations from {@link #conversations}
   */
  static RoundInspector ofRemote(
      Bed bed, NodeHttp http, Clock clock, long began, Map<String, String> conversations) {
    return new RoundInspector(
        bed.remote(),
        bed.ledger(),
        http,
        clock,
        List.of(),
        "created_at >= " + began,
        (thread, parent) -> conversations.getOrDefault(thread, FinalState.Run.UNKNOWN));
  }

  /**
   * @param submissions the messages to repeat
   */
  FinalState inspect(List<Submission> submissions) throws IOException, SQLException {
    awaitEndOfRuns();
    var runs = new HashMap<String, FinalState.Run>();
    String query =
        "SELECT run_id, started_at IS NOT NULL, thread_id, parent_run_id FROM awaken_run" + where;
    for (List<String> row : database.query(query)) {
      String parent = above.apply(row.get(2), row.get(3));
      runs.put(row.getFirst(), run(row.getFirst(), parent, row.get(1).startsWith("t")));
    }
    return new FinalState(
        runs, messages(), jobs(), toolWork(runs.values()), repeat(submissions), figures());
  }

  /** The delegate's run of each conversation with the remote server. */
  Map<String, String> conversations() throws IOException, SQLException {
    var runs = new HashMap<String, String>();
    String query =
        "SELECT run_id, body FROM awaken_state JOIN awaken_run USING (thread_key)"
            + where
            + " AND state_key = '%s'".formatted(RuntimeKeys.REMOTE_TASKS.name());
    for (List<String> row : database.query(query)) {
      for (JsonNode task : JSON.readTree(row.getLast())) {
        runs.put(task.path("context_id").asText(), row.getFirst());
      }
    }
    return runs;
  }

  /** Waits until all runs have ended, at most {@value #MAX_WAIT_NANOS} ns. */
  private void awaitEndOfRuns() throws SQLException {
    String open = "SELECT count(*) FROM awaken_run" + where + " AND status <> 'done'";
    long started = clock.now();
    while (!"0".equals(database.queryOne(open)) && clock.now() - started < MAX_WAIT_NANOS) {
      Clock.sleep(50);
    }
  }

  private FinalState.Run run(String id, String parent, boolean began) throws IOException {
    try (Reply reply = get(0, "v1/runs/" + id)) {
      JsonNode run = JSON.readTree(reply.text());
      boolean done = run.path("status").asText().equals("done");
      var replays = new ArrayList<List<Frame>>();
      for (int node = 0; node < http.nodes(); node++) {
        replays.add(done ? replay(node, id) : List.of());
      }
      return new FinalState.Run(
          id,
          run.path("thread_id").asText(),
          run.path("agent_id").asText(),
          parent,
          run.path("status").asText(),
          run.at("/termination_reason/type").asText(),
          run.path("final_output").asText(null),
          began,
          replays);
    }
  }

  private Reply get(int node, String path) throws IOException {
    return send(node, "GET", path, Map.of(), null);
  }

  /** Repeats a request while the answer is 503: database connections may just have been closed. */
  private Reply send(int node, String method, String path, Map<String, String> headers, String body)
      throws IOException {
    long started = clock.now();
    Reply reply = http.send(node, method, path, headers, body);
    while (reply.status() == HttpURLConnection.HTTP_UNAVAILABLE
        && clock.now() - started < MAX_WAIT_NANOS) {
      reply.close();
      Clock.sleep(100);
      reply = http.send(node, method, path, headers, body);
    }
    return reply;
  }

  private List<Frame> replay(int node, String run) throws IOException {
    try (Reply reply = get(node, "v1/runs/" + run + "/events/stream")) {
      var frames = new FrameReader(reply.body(), clock);
      var log = new ArrayList<Frame>();
      for (Frame frame = frames.next(); frame != null; frame = frames.next()) {
        if (frame.isRunEvent()) {
          log.add(frame);
        }
      }
      return log;
    }
  }

  private Map<String, List<FinalState.Message>> messages() throws SQLException, IOException {
    var messages = new HashMap<String, List<FinalState.Message>>();
    String query =
        "SELECT thread_id, run_id, body FROM awaken_message JOIN awaken_run USING (thread_key,"
            + " run_key)"
            + where;
    for (List<String> row : database.query(query + " ORDER BY thread_id, seq")) {
      JsonNode body = JSON.readTree(row.get(2));
      String role = body.path("role").asText();
      var text = new StringBuilder();
      body.path("content").forEach(block -> text.append(block.path("text").asText()));
      messages
          .computeIfAbsent(row.getFirst(), thread -> new ArrayList<>())
          .add(
              new FinalState.Message(
                  row.get(1),
                  role,
                  role.equals("tool") ? body.path("tool_call_id").asText() : text.toString(),
                  body.path("tool_calls").size() + body.path("toolCalls").size()));
    }
    return messages;
  }

  private List<FinalState.Job> jobs() throws SQLException {
    String query =
        "SELECT j.job_id, thread_id, run_id, j.status, attempt_count - released_count, last_error,"
            + " input IS NOT NULL"
            + " FROM awaken_job j JOIN awaken_run USING (thread_key, run_key)"
            + where
            + " AND j.status IN ('queued', 'claimed', 'dead_letter')";
    return database.query(query).stream()
        .map(
            row ->
                new FinalState.Job(
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3),
                    Integer.parseInt(row.get(4)),
                    row.get(5),
                    row.get(6).startsWith("t")))
        .toList();
  }

  /** The tool requests of the round, also those of runs that are not stored. */
  private List<FinalState.Work> toolWork(Collection<FinalState.Run> runs) {
    Set<String> threads = runs.stream().map(FinalState.Run::thread).collect(Collectors.toSet());
    return ledger.entries().stream()
        .filter(
            entry ->
                threads.contains(entry.thread())
                    || prefixes.stream().anyMatch(entry.thread()::startsWith))
        .map(entry -> new FinalState.Work(entry.tool(), entry.run(), entry.call(), entry.key()))
        .toList();
  }

  /** Repeats every accepted message and returns the run of each key. */
  private Map<String, String> repeat(List<Submission> submissions) throws IOException {
    var runs = new HashMap<String, String>();
    for (Submission submission : submissions) {
      if (submission.accepted() && !submission.mode().equals("steer")) {
        runs.put(submission.key(), repeat(submission));
      }
    }
    return runs;
  }

  private String repeat(Submission submission) throws IOException {
    int bar = submission.key().indexOf('|');
    String key = bar < 0 ? submission.key() : submission.key().substring(0, bar);
    var headers = Map.of("Idempotency-Key", key);
    int node = Math.floorMod(submission.key().hashCode(), http.nodes());
    try (Reply reply = send(node, "POST", "v1/runs", headers, submission.body())) {
      if (reply.status() != Submission.ACCEPTED) {
        return "";
      }
      Frame first = new FrameReader(reply.body(), clock).next();
      return first == null ? "" : first.field("run_id");
    }
  }

  private List<FinalState.Figure> figures() throws IOException, SQLException {
    var figures = new ArrayList<FinalState.Figure>();
    for (int node = 0; node < http.nodes(); node++) {
      long started = clock.now();
      List<FinalState.Figure> gauges = gauges(node);
      while (!withinLimits(gauges) && clock.now() - started < MAX_WAIT_NANOS) {
        Clock.sleep(100);
        gauges = gauges(node);
      }
      figures.addAll(gauges);
      ServerNode server = cluster.servers().get(node);
      figures.add(new FinalState.Figure("threads of " + server, server.threads(), MAX_THREADS));
    }
    // One more is that of the query.
    figures.add(
        count(
            "sessions of " + cluster.servers(),
            MAX_SESSIONS * http.nodes() + 1,
            "FROM pg_stat_activity WHERE backend_type LIKE 'cl%'"
                + " AND datname = current_database()"));
    figures.add(count("slots", 0, "FROM awaken_thread" + where + " AND slot_token IS NOT NULL"));
    figures.add(count("open runs", 0, "FROM awaken_thread" + where + " AND open_run IS NOT NULL"));
    figures.add(
        count("runs without a stored resolution", 0, "FROM awaken_run r" + where + UNRESOLVED));
    figures.add(
        count(
            "unread messages",
            0,
            "FROM awaken_inbox JOIN awaken_run USING (thread_key, run_key)"
                + where
                + " AND kind <> 'cancel' AND consumed_at IS NULL"));
    return figures;
  }

  private static boolean withinLimits(List<FinalState.Figure> figures) {
    return figures.stream().allMatch(figure -> figure.value() <= figure.limit());
  }

  private List<FinalState.Figure> gauges(int node) throws IOException {
    try (Reply reply = get(node, "metrics")) {
      String text = reply.text();
      ServerNode server = cluster.servers().get(node);
      return GAUGES.stream()
          .map(name -> new FinalState.Figure(name + " of " + server, value(text, name), 0))
          .toList();
    }
  }

  private static double value(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  private FinalState.Figure count(String name, int limit, String from) throws SQLException {
    double value = Double.parseDouble(database.queryOne("SELECT count(*) " + from));
    return new FinalState.Figure(name, value, limit);
  }
}
