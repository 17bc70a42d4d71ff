package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.MediaType;
import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.Paths;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.RequestBody;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;

/** Generates the OpenAPI document of an API; used once. */
public final class ApiDocument {

  /** The version that the MicroProfile OpenAPI of every supported server can write. */
  private static final String VERSION = "3.0.3";

  private static final String BEARER = "bearer";

  /**
   * The input of a document.
   *
   * @param title of the API
   * @param version of the API
   * @param text a description in a few sentences
   * @param application lists the resources
   * @param mapper reads and writes the bodies
   * @param error the body of every refusal
   * @param parameters a class whose annotated fields describe the parameters of their names that
   *     have no description
   */
  public record Api(
      String title,
      String version,
      String text,
      Application application,
      ObjectMapper mapper,
      Class<?> error,
      Class<?> parameters) {}

  private final Api api;
  private final Schemas schemas;
  private final Parameters parameters;
  private final Responses responses;

  public ApiDocument(Api api) {
    this.api = api;
    this.schemas = new Schemas(api.mapper());
    this.parameters = new Parameters(schemas, api.parameters());
    this.responses = new Responses(schemas, api.error());
  }

  public OpenAPI make() {
    Paths paths = OASFactory.createPaths();
    for (RouteMethod route : RouteMethod.of(api.application())) {
      if (route.route() != null) {
        at(paths, route.path()).setOperation(route.verb(), operation(route));
      }
    }
    Components components = OASFactory.createComponents().addSecurityScheme(BEARER, bearer());
    responses.components().forEach(components::addResponse);
    schemas.components().forEach(components::addSchema);
    return OASFactory.createOpenAPI()
        .openapi(VERSION)
        .info(
            OASFactory.createInfo()
                .title(api.title())
                .version(api.version())
                .description(api.text()))
        .paths(paths)
        .components(components)
        // Alternatives: a token, or none if the server accepts anonymous callers.
        .addSecurityRequirement(OASFactory.createSecurityRequirement().addScheme(BEARER))
        .addSecurityRequirement(OASFactory.createSecurityRequirement());
  }

  /** The types of the document's schemas, by name. */
  public Map<String, JavaType> types() {
    return schemas.types();
  }

  private static PathItem at(Paths paths, String path) {
    PathItem item = paths.getPathItem(path);
    if (item == null) {
      item = OASFactory.createPathItem();
      paths.addPathItem(path, item);
    }
    return item;
  }

  private Operation operation(RouteMethod route) {
    Operation operation =
        OASFactory.createOperation()
            .operationId(route.route().name())
            .summary(route.route().summary())
            .addTag(route.group())
            .responses(responses.of(route));
    parameters.of(route).forEach(operation::addParameter);
    return route.hasBody() ? operation.requestBody(body(route)) : operation;
  }

  /** A parameter without a parameter annotation is the body. */
  private RequestBody body(RouteMethod route) {
    List<Parameter> bare =
        Arrays.stream(route.method().getParameters())
            .filter(
                parameter ->
                    Arrays.stream(parameter.getAnnotations()).noneMatch(ApiDocument::ofRest))
            .toList();
    if (InputStream.class.isAssignableFrom(bare.getFirst().getType())) {
      return OASFactory.createRequestBody()
          .required(true)
          .content(
              OASFactory.createContent()
                  .addMediaType(
                      MediaType.WILDCARD,
                      OASFactory.createMediaType()
                          .schema(SchemaTypes.of(SchemaType.STRING).format("binary"))));
    }
    return OASFactory.createRequestBody()
        .required(true)
        .content(
            OASFactory.createContent()
                .addMediaType(
                    MediaType.APPLICATION_JSON,
                    OASFactory.createMediaType()
                        .schema(schemas.of(schemas.type(bare.getFirst().getType())))));
  }

  private static boolean ofRest(java.lang.annotation.Annotation annotation) {
    return annotation.annotationType().getPackageName().startsWith("jakarta.ws.rs");
  }

  private static SecurityScheme bearer() {
    return OASFactory.createSecurityScheme()
        .type(SecurityScheme.Type.HTTP)
        .scheme(BEARER)
        .bearerFormat("JWT")
        .description("A JSON Web Token; docs/security.md describes its claims.");
  }
}
