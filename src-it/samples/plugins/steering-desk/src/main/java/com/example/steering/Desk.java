package com.example.steering;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Queues messages for threads until a run of the thread takes them. Stored in memory; several nodes
 * would need the database. Thread-safe.
 */
@ApplicationScoped
public class Desk {

  private static final int MAX_THREADS = 1_000;
  private static final int MAX_WAITING = 100;

  private record Entry(Caller by, String text) {}

  /** In insertion order: the oldest thread is evicted first. Guarded by this. */
  private final Map<ThreadId, List<Entry>> waiting = new LinkedHashMap<>();

  /**
   * @return false if the thread's queue is full
   */
  public synchronized boolean say(ThreadId thread, Caller by, String text) {
    List<Entry> queue = waiting.computeIfAbsent(thread, id -> new ArrayList<>());
    if (waiting.size() > MAX_THREADS) {
      waiting.remove(waiting.keySet().iterator().next());
    }
    return queue.size() < MAX_WAITING && queue.add(new Entry(by, text));
  }

  /**
   * Removes the messages for a thread and returns, in order, those of callers who may act for the
   * owner of the run.
   *
   * @param of the caller on whose behalf the run acts
   */
  public synchronized List<Message> taken(ThreadId thread, Caller of) {
    List<Entry> queue = waiting.remove(thread);
    return queue == null
        ? List.of()
        : queue.stream()
            .filter(entry -> entry.by().mayActFor(of))
            .map(entry -> Message.user(entry.text()).sentBy(entry.by().signature()))
            .toList();
  }
}
