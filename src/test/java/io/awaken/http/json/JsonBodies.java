package io.awaken.http.json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads bodies like the API. */
public final class JsonBodies {

  private JsonBodies() {}

  public static <T> T read(String body, Class<T> type) {
    try {
      return NativeJson.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
