package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Rows;
import io.awaken.http.api.NativeRoutes;
import io.awaken.http.api.event.EventsApi;
import io.awaken.http.api.event.StreamEventEncoder;
import io.awaken.http.json.NativeJson;
import io.awaken.http.openapi.ApiDocument;
import io.awaken.http.openapi.Samples;
import io.awaken.http.stream.StreamItem;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports what the API document lacks for a new route. */
@Rows(233)
class NativeApiDocumentTest {

  private static final String SCHEMAS = "#/components/schemas/";
  private static final String RESPONSES = "#/components/responses/";
  private static final ObjectMapper PLAIN = JsonMapper.builder().build();

  private static ApiDocument document;
  private static OpenAPI api;

  @BeforeAll
  static void make() {
    document = NativeApiDocument.document();
    api = document.make();
  }

  static Stream<Method> routes() {
    return new AwakenApplication()
        .getClasses().stream()
            .filter(type -> type.isAnnotationPresent(Path.class))
            .filter(type -> type.getPackageName().startsWith("io.awaken.http.api"))
            .flatMap(type -> Stream.of(type.getMethods()))
            .filter(method -> verb(method) != null);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void aRouteIsDescribed(Method route) {
    Operation operation = operation(route);
    assertThat(operation).as("annotate %s with @Route", route).isNotNull();
    assertThat(operation.getOperationId()).matches("[a-z][A-Za-z]+");
    assertThat(operation.getSummary()).endsWith(".");
    assertThat(operation.getTags()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void aRouteHasItsAnswersAndRefusals(Method route) {
    var responses = operation(route).getResponses().getAPIResponses();
    var body = route.isAnnotationPresent(Consumes.class);
    assertThat(responses.keySet()).anyMatch(status -> status.startsWith("2"));
    assertThat(responses.keySet()).contains("400", "401", "403", "406", "500", "503");
    assertThat(responses.containsKey("413")).isEqualTo(body);
    assertThat(responses.containsKey("415")).isEqualTo(body);
    assertThat(!streams(route) || responses.containsKey("429")).isTrue();
    assertThat(!path(route).contains("{") || responses.containsKey("404")).isTrue();
    assertThat(operation(route).getRequestBody() != null).isEqualTo(body);
    responses.forEach(NativeApiDocumentTest::assertAnswer);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void theParametersOfARouteAreDescribed(Method route) {
    List<Parameter> described = operation(route).getParameters();
    var names =
        described == null
            ? Set.of()
            : described.stream().map(Parameter::getName).collect(Collectors.toSet());
    assertThat(names).isEqualTo(parameters(route));
    if (described != null) {
      assertThat(described)
          .allMatch(
              each -> each.getDescription() != null && each.getSchema() != null, "description");
    }
  }

  @Test
  void operationsHaveUniqueNames() {
    assertThat(routes().map(NativeApiDocumentTest::operation).map(Operation::getOperationId))
        .doesNotHaveDuplicates();
  }

  @Test
  void nothingElseIsInTheDocument() {
    var paths = routes().map(NativeApiDocumentTest::path).collect(Collectors.toSet());
    assertThat(api.getPaths().getPathItems().keySet()).isEqualTo(paths);
  }

  @Test
  void aStreamHasEventsNotJson() {
    var begun = api.getPaths().getPathItem("/v1/runs").getPOST().getResponses();
    assertThat(begun.getAPIResponse("200").getContent().getMediaTypes())
        .containsOnlyKeys(MediaType.SERVER_SENT_EVENTS);
  }

  @Test
  void aListedEventHasTheFieldsThatAreWritten() {
    Schema item = schema("EventsView").getProperties().get("items").getItems();
    assertThat(item.getAllOf().stream().map(Schema::getRef))
        .containsExactly(SCHEMAS + "AgentEvent", SCHEMAS + "EventPlace");
    var placed =
        new StreamEvent(new Cursor(1, 1), Instant.EPOCH, new AgentEvent.StepEnd(), Set.of("a tag"));
    assertThat(written(EventsApi.item("c", new RunId("r"), placed)))
        .containsAll(names(schema("EventPlace")))
        .hasSize(names(schema("EventPlace")).size() + 1);
  }

  /** A 201 answer has a location. */
  @ParameterizedTest
  @MethodSource("routes")
  void routesThatCreateResourcesReturnTheirLocation(Method route) {
    boolean creates = operation(route).getResponses().getAPIResponse("201") != null;
    assertThat(Stream.of(route.getParameterTypes()).anyMatch(UriInfo.class::equals))
        .isEqualTo(creates);
  }

  @Test
  void aParameterHasItsLimitsAndItsDefault() {
    Schema limit =
        api.getPaths().getPathItem("/v1/threads").getGET().getParameters().stream()
            .filter(each -> each.getName().equals("limit"))
            .findFirst()
            .orElseThrow()
            .getSchema();
    assertThat(limit.getMinimum()).isEqualByComparingTo("1");
    assertThat(limit.getMaximum()).isEqualByComparingTo("200");
    assertThat(limit.getDefaultValue()).hasToString("50");
    assertThat(List.of(limit.getType())).hasToString("[integer]");
  }

  @Test
  void nullableFieldsAreDeclared() {
    Schema active = schema("ThreadRunsResourceActiveRun").getProperties().get("active_run");
    assertThat(active.getNullable()).isTrue();
    assertThat(active.getAllOf().stream().map(Schema::getRef))
        .containsExactly(SCHEMAS + "ThreadRunsResourceActive");
    assertThat(schema("ThreadRunsResourceActiveRun").getRequired()).containsExactly("active_run");
  }

  @Test
  void aTokenIsOptional() {
    assertThat(api.getSecurity()).hasSize(2);
    assertThat(api.getSecurity().get(0).getSchemes()).containsOnlyKeys("bearer");
    assertThat(api.getSecurity().get(1).getSchemes()).isNullOrEmpty();
  }

  @Test
  void everySchemaHasThePropertiesThatAreWritten() {
    var samples = new Samples(NativeJson.mapper());
    assertThat(document.types()).hasSizeGreaterThan(20);
    document
        .types()
        .forEach(
            (name, type) -> {
              Schema schema = schema(name);
              if (schema.getOneOf() == null) {
                assertThat(names(schema)).as(name).isEqualTo(written(samples.of(type)));
              }
            });
  }

  @Test
  void everyEventMatchesItsSchema() throws IOException {
    var samples = new Samples(NativeJson.mapper());
    for (Map.Entry<String, JavaType> each : document.types().entrySet()) {
      if (AgentEvent.class.isAssignableFrom(each.getValue().getRawClass())
          && each.getValue().isConcrete()) {
        var event = (AgentEvent) samples.of(each.getValue());
        var fields = streamed(event);
        assertThat(fields).contains("seq", "timestamp");
        fields.removeAll(Set.of("seq", "timestamp"));
        assertThat(fields).as(each.getKey()).isEqualTo(names(schema(each.getKey())));
      }
    }
    assertThat(schema("AgentEvent").getOneOf())
        .hasSameSizeAs(AgentEvent.class.getAnnotation(JsonSubTypes.class).value());
  }

  @Test
  void everyReferenceExists() {
    api.getComponents().getSchemas().values().stream()
        .flatMap(NativeApiDocumentTest::inside)
        .map(Schema::getRef)
        .filter(Objects::nonNull)
        .forEach(ref -> assertThat(schema(ref.substring(SCHEMAS.length()))).as(ref).isNotNull());
  }

  private static void assertAnswer(String status, APIResponse response) {
    APIResponse answer =
        response.getRef() == null
            ? response
            : api.getComponents()
                .getResponses()
                .get(response.getRef().substring(RESPONSES.length()));
    assertThat(answer.getDescription()).as(status).isNotBlank();
    if (!status.startsWith("2")) {
      assertThat(answer.getContent().getMediaType(MediaType.APPLICATION_JSON).getSchema().getRef())
          .isEqualTo(SCHEMAS + "ErrorView");
    } else if (status.equals("204")) {
      assertThat(answer.getContent()).isNull();
    } else {
      answer.getContent().getMediaTypes().values().forEach(type -> assertThere(type.getSchema()));
    }
  }

  private static void assertThere(Schema schema) {
    String ref = schema.getRef();
    assertThat(ref == null || schema(ref.substring(SCHEMAS.length())) != null).as(ref).isTrue();
  }

  private static Stream<Schema> inside(Schema schema) {
    var properties =
        schema.getProperties() == null ? Map.<String, Schema>of() : schema.getProperties();
    var either = schema.getOneOf() == null ? List.<Schema>of() : schema.getOneOf();
    var all = schema.getAllOf() == null ? List.<Schema>of() : schema.getAllOf();
    return Stream.of(
            Stream.of(schema),
            properties.values().stream(),
            either.stream(),
            all.stream(),
            Stream.ofNullable(schema.getItems()))
        .flatMap(each -> each)
        .flatMap(each -> each == schema ? Stream.of(each) : inside(each));
  }

  private static Schema schema(String name) {
    return api.getComponents().getSchemas().get(name);
  }

  private static Set<String> names(Schema schema) {
    return schema.getProperties() == null
        ? Set.of()
        : new TreeSet<>(schema.getProperties().keySet());
  }

  private static Set<String> written(Object value) {
    return fields(NativeJson.bytes(value));
  }

  private static Set<String> streamed(AgentEvent event) throws IOException {
    var out = new ByteArrayOutputStream();
    var placed = new StreamEvent(new Cursor(1, 1), Instant.EPOCH, event, Set.of());
    new StreamEventEncoder(new RunId("r")).encode(new StreamItem.Event(placed, 1), out);
    String frame = out.toString();
    return fields(frame.substring(frame.indexOf("data: ") + 6).getBytes());
  }

  private static Set<String> fields(byte[] json) {
    try {
      JsonNode node = PLAIN.readTree(json);
      return node.properties().stream()
          .map(Map.Entry::getKey)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Operation operation(Method route) {
    PathItem item = api.getPaths().getPathItem(path(route));
    return item == null ? null : item.getOperations().get(PathItem.HttpMethod.valueOf(verb(route)));
  }

  private static String path(Method route) {
    var own = route.getAnnotation(Path.class);
    return "/v1/"
        + route.getDeclaringClass().getAnnotation(Path.class).value()
        + (own == null ? "" : "/" + own.value());
  }

  private static String verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(each -> each.annotationType().getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value)
        .findFirst()
        .orElse(null);
  }

  private static boolean streams(Method route) {
    var produces = route.getAnnotation(Produces.class);
    return produces != null && List.of(produces.value()).contains(MediaType.SERVER_SENT_EVENTS);
  }

  private static Set<String> parameters(Method route) {
    var names = new HashSet<String>();
    for (var each : route.getParameters()) {
      Stream<? extends AnnotatedElement> elements =
          each.isAnnotationPresent(BeanParam.class)
              ? NativeRoutes.fields(each.getType())
              : Stream.of(each);
      elements.map(NativeApiDocumentTest::name).filter(Objects::nonNull).forEach(names::add);
    }
    return names;
  }

  private static String name(AnnotatedElement element) {
    var path = element.getAnnotation(PathParam.class);
    var query = element.getAnnotation(QueryParam.class);
    var header = element.getAnnotation(HeaderParam.class);
    return path != null
        ? path.value()
        : query != null ? query.value() : header != null ? header.value() : null;
  }
}
