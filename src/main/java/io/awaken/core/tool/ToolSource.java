package io.awaken.core.tool;

import java.util.List;

/**
 * A place that tools come from, such as the beans of an application or a server of tools. A source
 * may add and remove tools while runs are executed: runs that have begun keep the tools they began
 * with, new runs get the new ones. Thread-safe.
 */
public interface ToolSource {

  /** How logs name it; no other source of the runtime has this name. */
  String name();

  /**
   * All tools that the source offers now. Called at start and after each change, by one thread at a
   * time. A tool that has not changed should be the same object as before: its schema is then not
   * compiled again.
   *
   * @throws RuntimeException when the source does not know its tools; those it offered before stay
   */
  List<? extends Tool> tools();

  /**
   * Called once, before the tools are first asked for. A source whose tools never change ignores
   * it.
   *
   * @param changed to be run after each change, on any thread; it asks for the tools on that
   *     thread, or leaves that to a thread that is asking already
   */
  default void onChange(Runnable changed) {}
}
