package io.awaken.http.json;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/**
 * Reads and writes records with {@link NativeJson}, on every server alike. Typed to records, since
 * a server chooses the closest type: with {@code Object} its own JSON binding may come first.
 */
@Provider
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class NativeJsonBodies implements MessageBodyReader<Record>, MessageBodyWriter<Record> {

  @Override
  public boolean isReadable(
      Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
    return type.isRecord();
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
    return type.isRecord();
  }

  @Override
  public Record readFrom(
      Class<Record> type,
      Type generic,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, String> headers,
      InputStream body)
      throws IOException {
    return NativeJson.read(body, type);
  }

  @Override
  public void writeTo(
      Record value,
      Class<?> type,
      Type generic,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream body)
      throws IOException {
    NativeJson.write(value, body);
  }
}
