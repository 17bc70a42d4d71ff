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
 * What people said to threads, until a run of the thread takes it. Kept in memory: a desk of
 * several nodes would keep it in the database. Thread-safe.
 */
@ApplicationScoped
public class Desk {

  private static final int MAX_THREADS = 1_000;
  private static final int MAX_WAITING = 100;

  private record Said(Caller by, String text) {}

  /** The thread that was talked to first is forgotten first. Guarded by this. */
  private final Map<ThreadId, List<Said>> waiting = new LinkedHashMap<>();

  /**
   * @return false when too much waits for the thread already
   */
  public synchronized boolean say(ThreadId thread, Caller by, String text) {
    List<Said> line = waiting.computeIfAbsent(thread, id -> new ArrayList<>());
    if (waiting.size() > MAX_THREADS) {
      waiting.remove(waiting.keySet().iterator().next());
    }
    return line.size() < MAX_WAITING && line.add(new Said(by, text));
  }

  /**
   * What was said to a thread, in that order, by those who may tell this run what to do; the rest
   * is dropped.
   *
   * @param of on whose behalf the run acts
   */
  public synchronized List<Message> taken(ThreadId thread, Caller of) {
    List<Said> line = waiting.remove(thread);
    return line == null
        ? List.of()
        : line.stream()
            .filter(said -> said.by().mayActFor(of))
            .map(said -> Message.user(said.text()).sentBy(said.by().signature()))
            .toList();
  }
}
