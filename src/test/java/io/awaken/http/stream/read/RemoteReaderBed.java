package io.awaken.http.stream.read;

import io.awaken.core.event.EventBus;
import io.awaken.fixture.Hubs;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.UnreliableBus;
import io.awaken.http.stream.live.LiveHub;
import io.awaken.store.memory.bus.MemoryBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The node of a reader and two others, with a bus that carries hints when a test says so. */
abstract class RemoteReaderBed extends RunReaderBed {

  final ManualExecutor wire = new ManualExecutor();
  final MemoryBus bus = new MemoryBus(wire);
  final UnreliableBus ofOwner = new UnreliableBus(bus.join());
  final UnreliableBus ofReader = new UnreliableBus(bus.join());
  final EventBus foreign = bus.join();
  final LiveHub owner = Hubs.on(ofOwner, this::nanos);
  final LiveHub next = Hubs.on(bus.join(), this::nanos);

  RemoteReaderBed() {
    hub = Hubs.on(ofReader, this::nanos);
  }

  private long nanos() {
    return Duration.ofMillis(clock.millis()).toNanos();
  }

  /** The reader's items after all pending work. */
  List<String> drain(RunReader reader) {
    var texts = new ArrayList<String>();
    do {
      wire.runAll();
      texts.addAll(read(reader));
    } while (wire.waiting() > 0);
    return texts;
  }
}
