package io.awaken.bench;

import io.awaken.bench.load.CallLoad;
import io.awaken.bench.load.Protocol;
import io.awaken.bench.load.Reading;
import io.awaken.bench.load.RunLoad;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Measures runs that delegate once to a two-step run beside two-step runs, and runs over A2A beside
 * those of the native API. Both sides take turns, in reverse order every other time. Then measures
 * how soon a run continues after its delegate, one run at a time.
 */
final class DelegateFigures {

  private static final int TURNS = 4;
  private static final int CLIENTS = 32;

  /** Only transactions that write get a number. */
  private static final String NUMBERED = "SELECT pg_snapshot_xmax(pg_current_snapshot())";

  private final Bench bench;

  DelegateFigures(Bench bench) {
    this.bench = bench;
  }

  void measure() throws IOException, SQLException {
    costs();
    overA2a();
    resumption();
  }

  private void costs() throws IOException, SQLException {
    var plain = new Side(runs(Protocol.NATIVE.request(Bench.TWO_STEP))::closed);
    var delegating = new Side(runs(Protocol.NATIVE.request(Bench.DELEGATING))::closed);
    inTurns(delegating, plain);
    bench
        .report()
        .row(
            "Transactions of a run that delegates once, beside a plain one",
            RunFigures.times(delegating.transactions(), plain.transactions()),
            "2.4 times",
            text("%.2f and %.2f", delegating.transactions(), plain.transactions()));
    bench
        .report()
        .row(
            "Processor time of a run that delegates once, beside a plain one",
            RunFigures.times(
                delegating.server() + delegating.database(), plain.server() + plain.database()),
            "2.4 times",
            text(
                "server %.2f and %.2f ms, PostgreSQL %.2f and %.2f ms; %d and %d lost",
                delegating.server(),
                plain.server(),
                delegating.database(),
                plain.database(),
                delegating.lost,
                plain.lost));
  }

  private void overA2a() throws IOException, SQLException {
    var stream = new Side(runs(Protocol.NATIVE.request(Bench.OFFERED))::closed);
    var messages =
        new CallLoad(
            bench.bed().address(),
            () -> Protocol.message(Bench.OFFERED),
            "\"TASK_STATE_COMPLETED\"");
    var send = new Side(messages::closed);
    inTurns(send, stream);
    bench
        .report()
        .row(
            "Runs over message:send of A2A, beside POST /v1/runs",
            RunFigures.times(send.rates, stream.rates),
            "0.9 times",
            text(
                "%.0f/s and %.0f/s; %d and %d lost",
                send.rates / TURNS, stream.rates / TURNS, send.lost, stream.lost));
  }

  private void resumption() throws IOException {
    RunLoad delegating = runs(Protocol.withDelegates(Bench.DELEGATING));
    Reading reading = delegating.closed(1, bench.plan().open());
    bench
        .report()
        .row(
            "1 client, end of a delegate to the next event of its caller",
            "p50 %s, p99 %s"
                .formatted(
                    RunFigures.millis(reading.resumed(), 50),
                    RunFigures.millis(reading.resumed(), 99)),
            "p99 < 50 ms",
            text("%d of %d runs", reading.resumed().getTotalCount(), reading.sent())
                + RunFigures.failures(reading));
  }

  private RunLoad runs(byte[] request) {
    return new RunLoad(bench.bed().address(), request);
  }

  private static String text(String format, Object... figures) {
    return String.format(Locale.ROOT, format, figures);
  }

  /** Each side is warmed up as long as a plain run, which the server has run before. */
  private void inTurns(Side one, Side other) throws IOException, SQLException {
    var order = new ArrayList<>(List.of(one, other));
    for (Side side : order) {
      side.load.closed(CLIENTS, bench.plan().warmUp());
    }
    for (int turn = 0; turn < TURNS; turn++) {
      for (Side side : order) {
        side.turn();
      }
      Collections.reverse(order);
    }
  }

  private interface Load {
    Reading closed(int clients, Duration time) throws IOException;
  }

  /** The sums of the turns of one side. */
  private final class Side {

    private final Load load;
    private double server;
    private double database;
    private double transactions;
    private double rates;
    private int runs;
    private int lost;

    Side(Load load) {
      this.load = load;
    }

    void turn() throws IOException, SQLException {
      long before = numbered();
      bench.cpu().begin();
      Reading reading = load.closed(CLIENTS, bench.plan().level());
      server += bench.cpu().millis("server");
      database += bench.cpu().millis("postgres");
      transactions += numbered() - before;
      rates += reading.perSecond();
      runs += reading.sent();
      lost += reading.lost();
      bench
          .report()
          .progress(
              RunFigures.rate(reading)
                  + RunFigures.failures(reading)
                  + ", "
                  + bench.cpu().perUnit(reading.sent()));
    }

    private long numbered() throws SQLException {
      return Long.parseLong(bench.bed().ask(NUMBERED));
    }

    double transactions() {
      return transactions / runs;
    }

    /** Milliseconds of processor time for each run. */
    double server() {
      return server / runs;
    }

    /** The same of PostgreSQL. */
    double database() {
      return database / runs;
    }
  }
}
