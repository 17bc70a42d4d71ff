package io.awaken.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.http.api.run.AskingApi;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The differences of a request from a route's usual one.
 *
 * @param caller of the request
 * @param parameters of path, query and header, by name; routes without such a parameter ignore it
 * @param fields of the body as JSON, by component name; ignored like parameters. Null for a null
 *     body
 */
record RouteRequest(Caller caller, Map<String, String> parameters, Map<String, String> fields) {

  static RouteRequest by(Caller caller) {
    return new RouteRequest(caller, Map.of(), Map.of());
  }

  RouteRequest with(String parameter, String value) {
    return new RouteRequest(caller, and(parameters, parameter, value), fields);
  }

  RouteRequest saying(String field, String json) {
    return new RouteRequest(caller, parameters, and(fields, field, json));
  }

  /** The same with an empty body. */
  RouteRequest withoutBody() {
    return new RouteRequest(caller, parameters, null);
  }

  private static Map<String, String> and(Map<String, String> some, String name, String value) {
    var more = new LinkedHashMap<>(some);
    more.put(name, value);
    return more;
  }

  /** The usual body with the fields that it has. */
  JsonNode body(JsonNode usual, Class<?> type) {
    if (fields == null) {
      return NullNode.getInstance();
    }
    ObjectNode body = usual.deepCopy();
    Stream.of(type.getRecordComponents())
        .map(RecordComponent::getName)
        .filter(fields::containsKey)
        .forEach(name -> put(body, name));
    return body;
  }

  private void put(ObjectNode body, String name) {
    body.set(snake(name), AskingApi.json(fields.get(name)));
  }

  private static String snake(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
