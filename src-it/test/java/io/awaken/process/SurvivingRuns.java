package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs that wait for approval on a server that is killed, and the nodes started afterwards on the
 * same database. Each run is identified by its agent's name. Two runs, {@code cut-keyed} and {@code
 * cut-never}, were approved and executing their tools when the server was killed.
 */
final class SurvivingRuns implements AutoCloseable {

  /** Agents whose booking needs approval. */
  private static final List<String> BOOKING =
      List.of("patient", "twice", "race", "called-off", "other", "cut-keyed");

  private static final List<String> CUT = List.of("cut-keyed", "cut-never");
  private static final Map<String, ?> ASK = Map.of("default_behavior", "ask");

  final Agency agency = new Agency(CUT.toArray(String[]::new));

  /** In the order of their start. */
  final List<Api> nodes = new ArrayList<>();

  private final Map<String, AskedRun> runs = new HashMap<>();
  private final List<ServerProcess> servers = new ArrayList<>();

  SurvivingRuns() throws IOException {}

  /**
   * Kills a server whose runs wait for approval, and starts nodes with another release of a tool.
   */
  void killTheServer(Workplace at, Map<String, String> database, int nodesAfterwards)
      throws Exception {
    agents(at.documents());
    at.deployWith(AgencyCall.class, Bookings.class, Rentals.class);
    try (ServerProcess server = Servers.start(at, database);
        Api api = new Api(server.port())) {
      for (String agent : agents()) {
        runs.put(agent, AskedRun.begin(api, agent));
      }
      for (String agent : CUT) {
        assertThat(decide(api, agent, "resume").statusCode()).isEqualTo(202);
        agency.awaitCall(agent);
      }
      server.kill();
    }
    agency.answerAgain();
    at.deployWith(AgencyCall.class, Bookings.class, RentalsWithADeposit.class);
    for (int i = 0; i < nodesAfterwards; i++) {
      ServerProcess server = Servers.start(at, database);
      servers.add(server);
      nodes.add(new Api(server.port()));
    }
  }

  private static List<String> agents() {
    var all = new ArrayList<>(BOOKING);
    all.addAll(List.of("late", "changed", "cut-never"));
    return all;
  }

  private void agents(Documents documents) throws IOException {
    for (String agent : BOOKING) {
      asking(documents, agent, ASK, "book");
    }
    var soon = Map.of("after_ms", 1_000, "outcome", "cancel");
    asking(documents, "late", Map.of("default_behavior", "ask", "expiry", soon), "book");
    asking(documents, "changed", ASK, "rent");
    asking(documents, "cut-never", ASK, "pay");
    documents.agent("talker", 50, Turns.says(Turns.words(20)));
  }

  private void asking(Documents documents, String agent, Map<String, ?> rules, String tool)
      throws IOException {
    var calls = Turns.calls(tool, Map.of("at", agency.at(agent)));
    documents.guarded(agent, rules, calls, Turns.says("It is done."));
  }

  AskedRun of(String agent) {
    return runs.get(agent);
  }

  HttpResponse<String> decide(Api api, String agent, String action)
      throws IOException, InterruptedException {
    AskedRun run = of(agent);
    return run.decide(api, run.decision(action));
  }

  @Override
  public void close() {
    nodes.forEach(Api::close);
    servers.forEach(ServerProcess::close);
    agency.close();
  }
}
