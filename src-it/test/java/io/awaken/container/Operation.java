package io.awaken.container;

import io.awaken.server.NativeApiDocument;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.parameters.RequestBody;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/**
 * An operation of the native API, read from its OpenAPI document.
 *
 * @param id unique in the document
 * @param path relative to the root of the application, parameters in braces
 * @param hasBody whether requests have a body
 * @param anyType whether the body of the request or response is media of any type instead of JSON
 */
public record Operation(String id, String method, String path, boolean hasBody, boolean anyType) {

  /** All operations; {@link OpenApiIT} compares each server with the same document. */
  public static List<Operation> all() {
    return new NativeApiDocument()
        .buildModel().getPaths().getPathItems().entrySet().stream()
            .flatMap(
                path ->
                    path.getValue().getOperations().entrySet().stream()
                        .map(each -> of(path.getKey(), each.getKey(), each.getValue())))
            .toList();
  }

  /** Operations that use only JSON and event streams. */
  public static List<Operation> ofJson() {
    return all().stream().filter(each -> !each.anyType()).toList();
  }

  /** Operations with a JSON request body. */
  public static List<Operation> withBody() {
    return ofJson().stream().filter(Operation::hasBody).toList();
  }

  private static Operation of(
      String path,
      PathItem.HttpMethod method,
      org.eclipse.microprofile.openapi.models.Operation described) {
    return new Operation(
        described.getOperationId(),
        method.name(),
        path,
        described.getRequestBody() != null,
        anyType(described));
  }

  private static boolean anyType(org.eclipse.microprofile.openapi.models.Operation described) {
    Stream<Content> answers =
        described.getResponses().getAPIResponses().values().stream().map(APIResponse::getContent);
    Stream<Content> body =
        Stream.ofNullable(described.getRequestBody()).map(RequestBody::getContent);
    return Stream.concat(answers, body)
        .filter(Objects::nonNull)
        .anyMatch(content -> content.hasMediaType("*/*"));
  }

  /**
   * A valid JSON body; empty for operations without one, since servers reject a superfluous body.
   */
  public String validBody() {
    return hasBody ? "{}" : "";
  }

  /** The path with the id of this thread or run, whichever it takes. */
  public String of(String thread, String run) {
    String id = path.startsWith("/v1/threads/") ? thread : run;
    return path.replace("{id}", id).replaceAll("\\{[^}]*}", "nothing");
  }

  /** The path with the id of a missing resource. */
  public String missingPath() {
    return path.replaceAll("\\{[^}]*}", "nothing");
  }
}
