package io.awaken.bench.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * Schedules the tokens of streams: a wheel of 20 slots of one millisecond, each stream in the slot
 * in which it began. Missed turns are made up for: a stall causes a burst, not a slower stream.
 */
final class PacedStreams {

  private static final int SLOTS = 20;
  private static final long SLOT_NANOS = 1_000_000;

  private final List<List<EndpointConnection>> slots = new ArrayList<>();
  private final ObjLongConsumer<EndpointConnection> turn;
  private long nextSlot = System.nanoTime() / SLOT_NANOS;
  private int size;

  PacedStreams(ObjLongConsumer<EndpointConnection> turn) {
    this.turn = turn;
    for (int i = 0; i < SLOTS; i++) {
      slots.add(new ArrayList<>());
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(EndpointConnection stream) {
    if (size == 0) {
      nextSlot = System.nanoTime() / SLOT_NANOS;
    }
    slots.get((int) (nextSlot % SLOTS)).add(stream);
    size++;
  }

  /** Sends a token to every stream whose turn is due. */
  void run() {
    while (size > 0 && nextSlot * SLOT_NANOS <= System.nanoTime()) {
      List<EndpointConnection> due = slots.get((int) (nextSlot % SLOTS));
      for (EndpointConnection stream : due) {
        turn.accept(stream, System.nanoTime());
      }
      int before = due.size();
      due.removeIf(EndpointConnection::streamOver);
      size -= before - due.size();
      nextSlot++;
    }
  }
}
