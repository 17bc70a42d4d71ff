package io.awaken.core.context;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.WindowLimits;

/**
 * Size limits of a run. Sizes are bytes as {@link io.awaken.core.message.MessageBytes} counts them.
 *
 * @param window the part of its thread that a run reads
 * @param thread maximum size of its thread
 * @param request maximum of a model request; default 8 MiB
 * @param answer maximum of a model answer; default 1 MiB
 * @param inlineMedia largest media that remains in a message; larger media is stored separately;
 *     default 64 KiB
 */
public record ContextLimits(
    WindowLimits window, ThreadLimits thread, long request, long answer, int inlineMedia) {

  /** With the default limit of media in messages. */
  public ContextLimits(WindowLimits window, ThreadLimits thread, long request, long answer) {
    this(window, thread, request, answer, LargeMedia.INLINE);
  }

  public static final ContextLimits DEFAULT =
      new ContextLimits(WindowLimits.DEFAULT, ThreadLimits.DEFAULT, 8 << 20, 1 << 20);
}
