package io.awaken.core.tool;

import io.awaken.core.spec.Cost;
import java.util.List;
import java.util.Optional;

/**
 * The background tasks of a thread for its tools: runs of agents that outlive the run that starts
 * them. Each is on a thread of its own and acts for the caller of the run. When it ends, the thread
 * gets a message once: the run that started it reads it if it is still open, otherwise it becomes
 * the input of a new run. Thread-safe; all methods but {@link #spawn} block on the store.
 */
public interface Tasks {

  /** Maximum characters of a prompt or message. */
  int MAX_TEXT = 64 * 1024;

  /** Maximum characters of a name. */
  int MAX_NAME = 128;

  /** For calls outside of runs. */
  Tasks NONE = new NoTasks();

  /**
   * Starts a task with the commit of this call's result: a call that fails, asks, or is cut off
   * starts none, and a call that is repeated starts one.
   *
   * @return its id
   * @throws TaskRefused when its agent is unknown, a text too large or a limit reached
   */
  String spawn(Work work) throws TaskRefused;

  /**
   * The newest tasks that the thread had when the call began and that the caller may read.
   *
   * @param most how many to return at most
   */
  List<Task> list(int most);

  /** One of these; empty for any other id. */
  Optional<Task> find(String id);

  /**
   * Cancels a task; one that has ended stays as it is.
   *
   * @throws TaskRefused when the thread has no such task
   */
  void cancel(String id) throws TaskRefused;

  /**
   * Sends a message to a started task, which reads it before its next model call. A call that is
   * repeated sends it once.
   *
   * @throws TaskRefused when the thread has no such task, the text is too large, or the task takes
   *     no messages now
   */
  void send(String id, String text) throws TaskRefused;

  /**
   * What a task is to do.
   *
   * @param agentId the agent
   * @param name for lists; null for none
   * @param prompt the message to the agent
   * @param awaited whether the run that starts it ends only after it
   */
  record Work(String agentId, String name, String prompt, boolean awaited) {}

  /**
   * A task.
   *
   * @param id the id of its run
   * @param agentId its agent
   * @param name its name, or null
   * @param status {@code queued}, {@code running}, {@code waiting} for an answer, {@code
   *     completed}, {@code failed}, {@code cancelled} or {@code timeout}
   * @param response its last answer, of limited length; null until it has ended
   * @param steps its model calls; 0 until it has ended
   * @param cost of its model calls; null without prices and until it has ended
   */
  record Task(
      String id,
      String agentId,
      String name,
      String status,
      String response,
      int steps,
      Cost cost) {}

  /** Refuses everything. */
  final class NoTasks implements Tasks {

    private NoTasks() {}

    @Override
    public String spawn(Work work) throws TaskRefused {
      throw refused();
    }

    @Override
    public List<Task> list(int most) {
      return List.of();
    }

    @Override
    public Optional<Task> find(String id) {
      return Optional.empty();
    }

    @Override
    public void cancel(String id) throws TaskRefused {
      throw refused();
    }

    @Override
    public void send(String id, String text) throws TaskRefused {
      throw refused();
    }

    private static TaskRefused refused() {
      return new TaskRefused(TaskRefused.NO_TASKS, "the call has no run that could have tasks");
    }
  }
}
