package io.awaken.http.stream.write;

import jakarta.servlet.ServletOutputStream;
import java.lang.reflect.Field;

/**
 * Makes the buffer of a response small. Payara allocates a new one for every write on a thread of
 * ours, of 8 KB: nine tenths of what a token allocates. Its {@code setBufferSize} only enlarges,
 * and no setting changes the size, so the buffer beneath is asked.
 */
final class ResponseBuffer {

  /** Room for the frame of a token; the smallest that Grizzly accepts. Larger writes pass it by. */
  private static final int SMALL = 512;

  private ResponseBuffer() {}

  /** Without effect on other servers, and should Payara change: any size is right. */
  static void shrink(ServletOutputStream out) {
    try {
      Object grizzly = field(field(out, "ob"), "grizzlyOutputBuffer");
      grizzly.getClass().getMethod("setBufferSize", int.class).invoke(grizzly, SMALL);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return;
    }
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
