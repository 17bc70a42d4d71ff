package io.awaken.chaos.client;

import io.awaken.chaos.check.Ask;
import io.awaken.chaos.check.Command;
import io.awaken.chaos.check.History;
import io.awaken.chaos.check.Outage;
import io.awaken.chaos.check.Reading;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Where the clients of a round note what they are told. Thread-safe. */
public final class Journal {

  private final Queue<Supplier<Ask>> asks = new ConcurrentLinkedQueue<>();
  private final Queue<Supplier<Reading>> readings = new ConcurrentLinkedQueue<>();
  private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
  private final Queue<Outage> outages = new ConcurrentLinkedQueue<>();
  private final Queue<String> given = new ConcurrentLinkedQueue<>();

  /** Something is about to be asked. */
  void asks(Supplier<Ask> ask) {
    asks.add(ask);
  }

  /** Somebody begins to read. */
  void reads(Supplier<Reading> reading) {
    readings.add(reading);
  }

  void commanded(Command command) {
    commands.add(command);
  }

  public void missed(Outage outage) {
    outages.add(outage);
  }

  void gaveUp(String what) {
    given.add(what);
  }

  /** Everything so far. */
  public History history() {
    return new History(
        asks.stream().map(Supplier::get).toList(),
        readings.stream().map(Supplier::get).toList(),
        List.copyOf(commands),
        List.copyOf(outages),
        List.copyOf(given));
  }
}
