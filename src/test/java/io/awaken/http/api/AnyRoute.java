package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.spec.WebhookSpec.Person;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspendTicket.Told;
import io.awaken.core.webhook.AnswerTokens;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.core.webhook.WebhookTokens;
import io.awaken.fixture.AskingNode;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.FakeExchange;
import io.awaken.fixture.FakeRestLayer;
import io.awaken.http.api.error.ErrorBodies;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.StreamThreads;
import io.awaken.http.submit.Refusals;
import io.awaken.http.submit.WebhookDesk;
import io.awaken.http.submit.thread.ThreadChanges;
import io.awaken.http.submit.thread.ThreadDeletions;
import io.awaken.http.submit.thread.ThreadMedia;
import io.awaken.http.submit.upstream.AgentServerAdmin;
import io.awaken.http.submit.upstream.ToolServerAdmin;
import io.awaken.http.submit.upstream.ToolServerGrants;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Calls any route like a container, with a valid request about Ada's resources. Of a successful
 * answer only the status is checked; an unexpected failure fails the test.
 */
final class AnyRoute {

  /** A message to a webhook that was given up. */
  private static final String FAILED = "failed-1";

  static final String THREAD = "t";

  /** Longer than any route without a stream keeps a request. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  final RunsApi runs;
  final RunId waits;
  private final String dead;
  private final String call;
  private final String question;
  private final String stored;
  private RuntimeException failure;

  /** Requests of operators. */
  final FakeProviders providers = new FakeProviders();

  /** An upload. */
  byte[] media = {1, 2, 3};

  /** Runs while a request waits for its answer. */
  Runnable meanwhile = () -> {};

  AnyRoute() {
    this(AskingNode.APPROVAL);
  }

  /**
   * @param ticket the question of Ada's waiting run
   */
  AnyRoute(SuspendTicket ticket) {
    this(ticket, Sharing.TENANT);
  }

  /**
   * @param sharing who may use Ada's thread
   */
  AnyRoute(SuspendTicket ticket, Sharing sharing) {
    FakeRestLayer.install();
    runs = new RunsApi(ticket.telling(List.of(new Told("chat", "bob"), new Told("mine", "ada"))));
    runs.as(AskingApi.ADA);
    var thread = new ThreadId(THREAD);
    runs.node.stores.threads().create(thread, AskingApi.ADA, null, null, null, sharing);
    runs.queued(THREAD);
    dead = runs.giveUp();
    waits = runs.waiting(THREAD);
    SuspensionRecord asked = runs.api.asking.question(waits);
    call = asked.callId();
    question = asked.ticket().suspension().id();
    stored = upload();
    giveUpAMessage();
  }

  private String upload() {
    var content = MediaContent.of("image/png", new MediaBytes(new byte[] {7}));
    var thread = new ThreadId(THREAD);
    runs.node.stores.threads().media().put(thread, AskingApi.ADA, content, ThreadLimits.DEFAULT);
    return content.id();
  }

  /** Makes everything that routes use fail from now on: stores, registry and archive. */
  void breakDown(RuntimeException with) {
    failure = with;
    runs.api.between.fail(with);
  }

  private List<Object> beans() {
    var none =
        new RegistrySnapshot(
            Map.of(),
            Map.of(),
            providers.all(),
            Map.of(),
            PluginSet.of(List.of(), List.of()),
            ModelPorts.plain());
    Supplier<RegistrySnapshot> registry =
        () -> {
          if (failure != null) {
            throw failure;
          }
          return none;
        };
    var beans = new ArrayList<Object>(runs.api.beans().all());
    beans.addAll(others(registry));
    return beans;
  }

  private List<Object> others(Supplier<RegistrySnapshot> registry) {
    var stores = runs.node.stores;
    var ids = new CountingIds("any");
    return List.of(
        stores.threads(),
        stores.runs(),
        stores.suspensions(),
        stores.log(),
        stores.mailbox().queue(),
        new ThreadMedia(stores.threads(), AskingNode.THREAD, AskingApi.MEDIA, runs.api.uploads),
        new ThreadChanges(stores.threads(), ids, Sharing.TENANT),
        new ThreadDeletions(
            stores.threads(),
            stores.runs(),
            stores.suspensions(),
            runs.node.canceller,
            runs.api.streams,
            new StreamThreads(runs.api.threads, runs.api.timer)),
        runs.admin,
        new FailedDeliveries(stores.outbox(), () -> {}),
        new WebhookDesk(
            new AnswerTokens(() -> List.of(hook("chat", "bob"), hook("mine", "ada"))),
            stores.suspensions(),
            runs.api.beans().decisions(),
            new FailedDeliveries(stores.outbox(), () -> {})),
        registry,
        providers,
        new ToolServerAdmin(List::of, this::approved),
        new AgentServerAdmin(List::of),
        new ToolServerGrants(new FakeGrants(runs.node.stores.threads())),
        new ConfigurationReport(
            false, () -> LiveRegistry.of(registry.get()).version(), List::of, List::of),
        ids);
  }

  /** Uses a store, like the real one; names of tools determine the result. */
  private String approved(String server, String tool, String hash, String by) {
    runs.node.stores.threads().find(new ThreadId(THREAD));
    return Set.of("unknown", "changed", "fixed").contains(tool) ? tool : "done";
  }

  /** The route's refusal for this caller; null if it is allowed. */
  Refusal refusal(Method route, Caller caller) {
    return refusal(route, RouteRequest.by(caller));
  }

  /** The route's refusal of a request that differs from the usual one. */
  Refusal refusal(Method route, RouteRequest request) {
    try {
      Response answer = called(route, request);
      return answer == null ? null : refusal(route, answer);
    } catch (InvocationTargetException e) {
      return Refusals.of(e.getCause())
          .orElseThrow(() -> new AssertionError(NativeRoutes.name(route) + " failed", e));
    }
  }

  /** The client's answer, even if the route fails; null for an open stream. */
  Response answer(Method route, RouteRequest request) {
    try {
      return called(route, request);
    } catch (InvocationTargetException e) {
      return ErrorBodies.mapped(e.getCause());
    }
  }

  private Response called(Method route, RouteRequest request) throws InvocationTargetException {
    Object resource = resource(route.getDeclaringClass(), request.caller());
    var exchange = new FakeExchange();
    Object[] arguments =
        Stream.of(route.getParameters()).map(each -> argument(each, request, exchange)).toArray();
    try {
      Object returned = route.invoke(resource, arguments);
      runs.api.threads.runAll();
      if (exchange.streams()) {
        exchange.output.begin();
        return null;
      }
      Object answer = returned == null ? answerOf(exchange) : returned;
      return answer instanceof Response response ? response : Response.ok(answer).build();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The delayed answer, at the timeout at the latest. */
  private Object answerOf(FakeExchange exchange) {
    if (exchange.resumed() == 0) {
      meanwhile.run();
      runs.pass(PATIENCE);
    }
    assertThat(exchange.resumed()).as("answers").isOne();
    return exchange.answered();
  }

  /** The refusal in an answer; null for a documented success. */
  private static Refusal refusal(Method route, Response response) {
    if (response.getStatus() < 400) {
      assertThat(route.getAnnotation(Route.class).answers())
          .extracting(Answer::status)
          .contains(response.getStatus());
      return null;
    }
    assertThat(response.getStatus()).as("of a failure that is no refusal").isNotEqualTo(500);
    return ErrorBodies.refusal(response);
  }

  /** The current state of everything that a route could change. */
  List<Object> stored() {
    var stores = runs.node.stores;
    var thread = new ThreadId(THREAD);
    var jobs = new JobQuery.Filter("default", null, null, null);
    return List.of(
        stores.threads().find(thread),
        stores.threads().history(thread),
        stores.runs().list(new RunQuery(ofTenant(AskingApi.ADA), null, 0, 100)),
        stores.mailbox().queue().jobs(new JobQuery(jobs, null, 0, 100)),
        stores.suspensions().ofRun(waits),
        stores.runs().inbox(waits),
        stores.runs().list(new RunQuery(ofTenant(AskingApi.STRANGER), null, 0, 100)));
  }

  private static RunQuery.Filter ofTenant(Caller caller) {
    return new RunQuery.Filter(caller.tenant(), null, null, null, null, null);
  }

  /** A resource with a request of this caller. */
  <T> T resource(Class<T> type, Caller caller) {
    try {
      T resource = type.getConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        field.setAccessible(true);
        if (field.isAnnotationPresent(Inject.class)) {
          field.set(resource, bean(field.getType()));
        } else if (field.getType() == SecurityContext.class) {
          field.set(resource, KnownCallers.of(caller));
        } else if (field.getType() == ServletContext.class) {
          field.set(
              resource,
              failure == null ? FakeExchange.application() : FakeExchange.application(failure));
        }
      }
      return resource;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type, e);
    }
  }

  private Object bean(Class<?> type) {
    return beans().stream().filter(type::isInstance).findFirst().orElseThrow();
  }

  private Object argument(Parameter parameter, RouteRequest request, FakeExchange exchange) {
    if (parameter.getAnnotation(PathParam.class) instanceof PathParam path) {
      return request.parameters().getOrDefault(path.value(), id(parameter, path.value()));
    }
    if (parameter.getAnnotation(QueryParam.class) instanceof QueryParam query) {
      return request.parameters().get(query.value());
    }
    if (parameter.getAnnotation(HeaderParam.class) instanceof HeaderParam header) {
      return request.parameters().get(header.value());
    }
    Class<?> type = parameter.getType();
    if (parameter.isAnnotationPresent(BeanParam.class)) {
      return made(type, request);
    }
    if (type == HttpServletRequest.class) {
      return exchange.request();
    }
    if (type == AsyncResponse.class) {
      return exchange.response();
    }
    if (type == InputStream.class) {
      byte[] bytes = request.fields() == null ? new byte[0] : media;
      return new ByteArrayInputStream(bytes);
    }
    if (type == HttpHeaders.class) {
      exchange.contentType = request.parameters().getOrDefault("Content-Type", "image/png");
      return exchange.requestHeaders();
    }
    return type == UriInfo.class
        ? FakeRestLayer.uri(NativeRoutes.path((Method) parameter.getDeclaringExecutable()))
        : AskingApi.read(request.body(json(type), type).toString(), type);
  }

  private String id(Parameter parameter, String name) {
    if (name.equals("job")) {
      return dead;
    }
    String resource = parameter.getDeclaringExecutable().getDeclaringClass().getSimpleName();
    if (name.equals("media")) {
      return stored;
    }
    if (name.equals("thread")) {
      return THREAD;
    }
    if (resource.startsWith("Deliveries")) {
      return FAILED;
    }
    if (resource.startsWith("Providers")) {
      return FakeProviders.ANSWERS;
    }
    return resource.startsWith("Thread") ? THREAD : waits.value();
  }

  private static Object made(Class<?> type, RouteRequest request) {
    try {
      Object parameters = type.getConstructor().newInstance();
      for (Field field : NativeRoutes.fields(type).toList()) {
        if (field.getAnnotation(QueryParam.class) instanceof QueryParam query) {
          field.setAccessible(true);
          field.set(parameters, request.parameters().get(query.value()));
        }
      }
      return parameters;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + type, e);
    }
  }

  private JsonNode json(Class<?> type) {
    return AskingApi.json(body(type.getSimpleName()));
  }

  /** The token of the waiting question for the person of a webhook. */
  String token(String webhook, String person) {
    return WebhookTokens.of(hook(webhook, person), waits, question);
  }

  private static WebhookSpec hook(String id, String person) {
    return WebhookTokens.hook(
        id, new Person(person, List.of("bob".equals(person) ? "manager" : "x")));
  }

  /** Gives a message to a webhook up, in the place of a notification of plugins. */
  private void giveUpAMessage() {
    OutboxStore outbox = runs.node.stores.outbox();
    DueEntry end = outbox.take(1, Duration.ofMinutes(1)).getFirst();
    var message = JsonNodeFactory.instance.objectNode().put("type", "run.ended");
    outbox.replaced(end, List.of(OutboxEntry.notice(FAILED, "chat", message)));
    outbox
        .take(OutboxStore.Receivers.OUTSIDE, Set.of(), 1, Duration.ofMinutes(1))
        .forEach(due -> outbox.giveUp(due, "answered 500"));
  }

  /** A valid body. */
  String body(String type) {
    String hello = "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";
    return switch (type) {
      case "CreateThread" -> "{\"parent_thread_id\":\"t\"}";
      case "CreateRun" -> "{\"agent_id\":\"a\",\"thread_id\":\"t\"," + hello + "}";
      case "PatchThread" -> "{\"title\":\"taken\"}";
      case "SendMessages", "SendInputs" -> "{" + hello + "}";
      case "PushJob" -> "{\"payload\":\"hello\"}";
      case "SubmitDecision" -> "{\"tool_call_id\":\"" + call + "\",\"action\":\"resume\"}";
      case "AnswerByToken" -> "{\"token\":\"" + token("chat", "bob") + "\",\"action\":\"resume\"}";
      case "ApproveTool" -> "{\"hash\":\"" + "0".repeat(64) + "\"}";
      default -> throw new IllegalArgumentException("no body for " + type);
    };
  }
}
