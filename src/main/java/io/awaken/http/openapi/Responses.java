package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.headers.Header;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;

/** The answers of routes, successful and refused. */
final class Responses {

  private static final String REFERENCE = "#/components/responses/";

  private final Schemas schemas;
  private final Class<?> error;

  Responses(Schemas schemas, Class<?> error) {
    this.schemas = schemas;
    this.error = error;
  }

  APIResponses of(RouteMethod route) {
    var all = new TreeMap<String, APIResponse>();
    for (CommonRefusal common : CommonRefusal.values()) {
      if (common.concerns(route)) {
        all.put(
            String.valueOf(common.status()),
            OASFactory.createAPIResponse().ref(REFERENCE + common.name()));
      }
    }
    for (String refused : route.route().refuses()) {
      String[] parts = refused.split(" ");
      all.put(parts[0], refusal(Integer.parseInt(parts[0]), codes(parts)));
    }
    for (Answer answer : route.route().answers()) {
      all.put(String.valueOf(answer.status()), success(answer));
    }
    APIResponses responses = OASFactory.createAPIResponses();
    all.forEach(responses::addAPIResponse);
    return responses;
  }

  /** Common refusals, by name. */
  Map<String, APIResponse> components() {
    var components = new LinkedHashMap<String, APIResponse>();
    for (CommonRefusal common : CommonRefusal.values()) {
      components.put(common.name(), refusal(common.status(), common.text()));
    }
    return components;
  }

  private static String codes(String[] parts) {
    return Arrays.stream(parts)
        .skip(1)
        .collect(
            Collectors.joining(
                "`, `", CommonRefusal.text(Integer.parseInt(parts[0])) + " Codes: `", "`"));
  }

  private APIResponse refusal(int status, String text) {
    APIResponse response =
        OASFactory.createAPIResponse()
            .description(text)
            .content(content(MediaType.APPLICATION_JSON, schemas.of(schemas.type(error))));
    if (status == 429 || status == 503) {
      response.addHeader("Retry-After", header(SchemaType.INTEGER, "Seconds."));
    }
    if (status == 401) {
      response.addHeader("WWW-Authenticate", header(SchemaType.STRING, "The scheme."));
    }
    return response;
  }

  private APIResponse success(Answer answer) {
    APIResponse response = OASFactory.createAPIResponse();
    response.setDescription(answer.description().isEmpty() ? text(answer) : answer.description());
    if (answer.stream() != void.class) {
      schemas.of(schemas.type(answer.stream()));
      response.setContent(content(MediaType.SERVER_SENT_EVENTS, SchemaTypes.of(SchemaType.STRING)));
    } else if (answer.bytes()) {
      response.setContent(
          content(MediaType.WILDCARD, SchemaTypes.of(SchemaType.STRING).format("binary")));
    } else if (answer.value() != void.class) {
      JavaType shown =
          answer.of().length == 0
              ? schemas.type(answer.value())
              : schemas.type(answer.value(), answer.of());
      response.setContent(content(MediaType.APPLICATION_JSON, schemas.of(shown)));
    }
    if (answer.status() == 201) {
      response.addHeader("Location", header(SchemaType.STRING, "Where it is."));
    }
    return response;
  }

  private String text(Answer answer) {
    if (answer.stream() != void.class) {
      String shown = Schemas.name(schemas.type(answer.stream()));
      return "Server-sent events: `id` is the cursor of the event, `data` a line of JSON that is a"
          + " `"
          + shown
          + "`.";
    }
    return switch (answer.status()) {
      case 201 -> "Created.";
      case 202 -> "Accepted.";
      case 204 -> "Done.";
      default -> "Success.";
    };
  }

  private static Header header(SchemaType type, String text) {
    return OASFactory.createHeader().description(text).schema(SchemaTypes.of(type));
  }

  private static Content content(String type, Schema schema) {
    return OASFactory.createContent()
        .addMediaType(type, OASFactory.createMediaType().schema(schema));
  }
}
