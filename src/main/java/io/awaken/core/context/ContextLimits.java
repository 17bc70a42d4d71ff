package io.awaken.core.context;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.WindowLimits;

/**
 * What bounds a run, whatever its thread, its model or its tools bring. Sizes are bytes as {@link
 * io.awaken.core.message.MessageBytes} counts them.
 *
 * @param window what it reads of its thread
 * @param thread how much its thread may hold
 * @param request a request to the model; default 8 MiB
 * @param answer one answer of the model; default 1 MiB
 * @param inlineMedia media of answers and results that stays in its message; larger media is stored
 *     beside it; default 64 KiB
 */
public record ContextLimits(
    WindowLimits window, ThreadLimits thread, long request, long answer, int inlineMedia) {

  /** With the usual limit of media in messages. */
  public ContextLimits(WindowLimits window, ThreadLimits thread, long request, long answer) {
    this(window, thread, request, answer, LargeMedia.INLINE);
  }

  public static final ContextLimits DEFAULT =
      new ContextLimits(WindowLimits.DEFAULT, ThreadLimits.DEFAULT, 8 << 20, 1 << 20);
}
