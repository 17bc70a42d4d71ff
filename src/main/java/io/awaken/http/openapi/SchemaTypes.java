package io.awaken.http.openapi;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/**
 * Bridges the versions of MicroProfile OpenAPI: up to version 3 a schema has one type and may be
 * nullable, since version 4 it has several types, null among them.
 */
final class SchemaTypes {

  private static final boolean SEVERAL =
      Arrays.stream(Schema.class.getMethods()).anyMatch(each -> each.getName().equals("addType"));

  private SchemaTypes() {}

  static Schema of(SchemaType type) {
    Schema schema = OASFactory.createSchema();
    call(schema, SEVERAL ? "addType" : "setType", SchemaType.class, type);
    return schema;
  }

  /** Allows null. */
  static void addNull(Schema schema) {
    if (SEVERAL) {
      call(schema, "addType", SchemaType.class, SchemaType.valueOf("NULL"));
    } else {
      call(schema, "setNullable", Boolean.class, true);
    }
  }

  private static void call(Schema schema, String name, Class<?> takes, Object value) {
    try {
      Method method = Schema.class.getMethod(name, takes);
      method.invoke(schema, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("unknown version of the server's OpenAPI model", e);
    }
  }
}
