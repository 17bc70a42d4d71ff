package io.awaken.core.model;

import java.util.List;

/**
 * What a run stores about the remote agent that works for it, so that another node can find this
 * work again (features row 196). For one thread.
 */
public interface RemoteWork {

  /** Stores nothing. */
  RemoteWork NONE =
      new RemoteWork() {
        @Override
        public String messageId() {
          return "";
        }

        @Override
        public Task task() {
          return Task.NONE;
        }

        @Override
        public void begun(Task task) {}

        @Override
        public void told(Task task) {}
      };

  /**
   * The work of a remote agent.
   *
   * @param contextId its conversation, kept for the next runs of the thread; null for none
   * @param taskId its unfinished task for the run; null when it has none
   * @param messageId id of the last message that was sent to it; null for none
   * @param told ids of those of its artifacts and questions that earlier steps contain
   * @param sentAt when the message was first sent, in epoch milliseconds; null once it is answered
   */
  record Task(String contextId, String taskId, String messageId, List<String> told, Long sentAt) {

    /** No work. */
    public static final Task NONE = new Task(null, null, null, List.of(), null);

    public Task {
      told = told == null ? List.of() : List.copyOf(told);
    }

    /** The conversation only, for another run. */
    public Task over() {
      return new Task(contextId, null, null, List.of(), null);
    }
  }

  /** The id of the message to send: unique to the step, and identical when the step is repeated. */
  String messageId();

  /** The work of the agent so far; for a new run only its conversation. */
  Task task();

  /** Stores the work durably before it returns. */
  void begun(Task task);

  /** Stores the work with the answer. */
  void told(Task task);
}
