package io.awaken.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.chaos.bed.Bed;
import io.awaken.chaos.bed.ServerNode;
import io.awaken.chaos.check.FinalState;
import io.awaken.chaos.check.Frame;
import io.awaken.chaos.check.History;
import io.awaken.chaos.check.Submission;
import io.awaken.chaos.client.Clock;
import io.awaken.chaos.client.FrameReader;
import io.awaken.chaos.client.NodeHttp;
import io.awaken.chaos.client.NodeHttp.Reply;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the state after a round from the nodes' API, the database and the ledger. */
final class RoundInspector {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MAX_WAIT_NANOS = 8_000_000_000L;

  /**
   * The most database sessions: for each of two nodes a pool of 20, a connection for lease renewals
   * and two for notifications; and the one of this class.
   */
  private static final int MAX_SESSIONS = 2 * (20 + 3) + 1;

  /** The most threads of a node: 400 besides the up to 1,024 carriers of virtual threads. */
  private static final int MAX_THREADS = 1_024 + 400;

  private static final List<String> GAUGES =
      List.of("awaken_active_runs", "awaken_sse_connections", "awaken_stuck_tools");

  /** Condition for runs that began and whose resolution is not stored. */
  private static final String UNRESOLVED =
      " AND started_at IS NOT NULL AND NOT EXISTS"
          + " (SELECT 1 FROM awaken_document d WHERE d.hash = r.resolution_hash)";

  private final Bed bed;
  private final NodeHttp http;
  private final Clock clock;
  private final List<String> threads;
  private final String where;

  /**
   * @param threads the id prefixes of the round's threads
   */
  RoundInspector(Bed bed, NodeHttp http, Clock clock, List<String> threads) {
    this.bed = bed;
    this.http = http;
    this.clock = clock;
    this.threads = threads;
    var conditions = threads.stream().map(prefix -> "thread_id LIKE '" + prefix + "%'").toList();
    this.where = " WHERE (" + String.join(" OR ", conditions) + ")";
  }

  FinalState inspect(History history) throws IOException, SQLException {
    awaitEndOfRuns();
    var runs = new HashMap<String, FinalState.Run>();
    String query = "SELECT run_id, started_at IS NOT NULL FROM awaken_run" + where;
    for (List<String> row : bed.postgres().query(query)) {
      runs.put(row.getFirst(), run(row.getFirst(), row.getLast().startsWith("t")));
    }
    return new FinalState(runs, messages(), jobs(), toolWork(), repeat(history), figures());
  }

  /** Waits until all runs have ended, at most {@value #MAX_WAIT_NANOS} ns. */
  private void awaitEndOfRuns() throws SQLException {
    String open = "SELECT count(*) FROM awaken_run" + where + " AND status <> 'done'";
    long started = clock.now();
    while (!"0".equals(bed.postgres().queryOne(open)) && clock.now() - started < MAX_WAIT_NANOS) {
      Clock.sleep(50);
    }
  }

  private FinalState.Run run(String id, boolean began) throws IOException {
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
    for (List<String> row : bed.postgres().query(query + " ORDER BY thread_id, seq")) {
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
                  role.equals("tool") ? "" : text.toString(),
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
    return bed.postgres().query(query).stream()
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
  private List<FinalState.Work> toolWork() {
    return bed.ledger().entries().stream()
        .filter(entry -> threads.stream().anyMatch(entry.thread()::startsWith))
        .map(entry -> new FinalState.Work(entry.tool(), entry.run(), entry.call(), entry.key()))
        .toList();
  }

  /** Repeats every accepted message and returns the run of each key. */
  private Map<String, String> repeat(History history) throws IOException {
    var runs = new HashMap<String, String>();
    for (Submission submission : history.submissions()) {
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
      ServerNode server = bed.nodes().get(node);
      figures.add(new FinalState.Figure("threads of node " + node, server.threads(), MAX_THREADS));
    }
    figures.add(
        count("sessions", MAX_SESSIONS, "FROM pg_stat_activity WHERE backend_type LIKE 'cl%'"));
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
      return GAUGES.stream()
          .map(name -> new FinalState.Figure(name + " of node " + node, value(text, name), 0))
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
    double value = Double.parseDouble(bed.postgres().queryOne("SELECT count(*) " + from));
    return new FinalState.Figure(name, value, limit);
  }
}
