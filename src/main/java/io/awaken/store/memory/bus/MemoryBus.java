package io.awaken.store.memory.bus;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The bus between nodes of one JVM; a single node sends no hints. Thread-safe. */
public final class MemoryBus {

  private static final Logger LOG = System.getLogger(MemoryBus.class.getName());

  private final List<End> ends = new CopyOnWriteArrayList<>();
  private final Executor delivery;

  /**
   * @param delivery delivers the hints one after the other
   */
  public MemoryBus(Executor delivery) {
    this.delivery = delivery;
  }

  /** Adds a node and returns its bus. */
  public EventBus join() {
    var end = new End();
    ends.add(end);
    return end;
  }

  private final class End implements EventBus {

    private final List<Consumer<Hint>> listeners = new CopyOnWriteArrayList<>();

    @Override
    public boolean publishFrom(Source source) {
      if (ends.size() < 2 || !ends.contains(this)) {
        return false;
      }
      delivery.execute(() -> deliver(source));
      return true;
    }

    private void deliver(Source source) {
      try {
        List<Hint> hints = source.take();
        ends.stream().filter(end -> end != this).forEach(end -> hints.forEach(end::receive));
      } catch (RuntimeException | Error e) {
        refused(e);
      }
    }

    private void receive(Hint hint) {
      for (Consumer<Hint> listener : listeners) {
        try {
          listener.accept(hint);
        } catch (RuntimeException | Error e) {
          refused(e);
        }
      }
    }

    private static void refused(Throwable failure) {
      LOG.log(Level.WARNING, "a hint was not taken; polling finds what it was about", failure);
    }

    @Override
    public void subscribe(Consumer<Hint> listener) {
      listeners.add(listener);
    }

    @Override
    public void close() {
      ends.remove(this);
    }
  }
}
