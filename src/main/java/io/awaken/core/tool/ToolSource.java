package io.awaken.core.tool;

import java.util.List;

/**
 * A provider of tools, such as the beans of an application or an MCP server. It may add and remove
 * tools while runs are executed: active runs keep their tools, new runs get the new ones.
 * Thread-safe.
 */
public interface ToolSource {

  /** Its name for logs, unique among the sources of the runtime. */
  String name();

  /**
   * All tools that the source offers now. Called at start and after each change, by one thread at a
   * time. An unchanged tool should be the same object, so that its schema is not compiled again.
   *
   * @throws RuntimeException when the source cannot list its tools; the previous list stays in use
   */
  List<? extends Tool> tools();

  /**
   * Called once, before {@link #tools} is first called. A source whose tools never change ignores
   * it.
   *
   * @param changed to be run after each change, on any thread; it lists the tools on that thread,
   *     or leaves that to a thread that is already listing them
   */
  default void onChange(Runnable changed) {}
}
