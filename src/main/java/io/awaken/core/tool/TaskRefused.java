package io.awaken.core.tool;

/** Nothing was done about a task (see {@link Tasks}). The message is fit for models. */
public final class TaskRefused extends Exception {

  private static final long serialVersionUID = 1L;

  /** The call belongs to no run. */
  public static final String NO_TASKS = "no_tasks";

  /** The registry has no such agent. */
  public static final String UNKNOWN_AGENT = "unknown_agent";

  /** A text is missing or too large. */
  public static final String INVALID_TEXT = "invalid_text";

  /** Too many tasks, or too deep a nesting; as for delegates. */
  public static final String LIMIT = "delegation_limit";

  /** The thread has no such task. */
  public static final String NOT_FOUND = "task_not_found";

  /** The task has not started, has ended, or has too many unread messages. */
  public static final String NOT_OPEN = "task_not_open";

  private final String code;

  public TaskRefused(String code, String message) {
    super(message);
    this.code = code;
  }

  /** One of the constants. */
  public String code() {
    return code;
  }
}
