package io.awaken.http.stream.write;

import static java.lang.System.Logger.Level.DEBUG;

import jakarta.servlet.ServletOutputStream;
import java.lang.reflect.Field;

/**
 * Makes Payara pass the writes of a response on at once. It would copy each into a buffer of 8 KB,
 * new for every write on a thread of ours: nine tenths of what a token allocates. Writes that are
 * larger than the response's buffer size pass the buffer by. {@code setBufferSize} only enlarges,
 * and no setting changes the size, so the object beneath is changed.
 */
final class ResponseBuffer {

  private static final System.Logger LOG = System.getLogger(ResponseBuffer.class.getName());

  private ResponseBuffer() {}

  /**
   * For a response that is only written in arrays of bytes. Without effect on other servers, and
   * should Payara change: any size is right.
   */
  static void passBy(ServletOutputStream out) {
    try {
      Object catalina = field(out.getClass(), "ob").get(out);
      Object grizzly = field(catalina.getClass(), "grizzlyOutputBuffer").get(catalina);
      field(grizzly.getClass().getSuperclass(), "bufferSize").setInt(grizzly, 0);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(DEBUG, "the server's response buffer stays as it is", e);
    }
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
