package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Callers;
import io.awaken.http.security.Refusal;
import io.awaken.http.stream.Exchange;
import io.awaken.protocol.a2a.task.A2aError;
import io.awaken.protocol.a2a.task.Frames;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;

/**
 * The routes of A2A: HTTP+JSON (A2A 1.0 section 11) and JSON-RPC (section 9), each also below the
 * name of an agent, its tenant. Routes consume any media type, since the protocol has an error of
 * its own for wrong ones.
 */
@Path("a2a")
@ApplicationScoped
public class A2aResource {

  /** An optional agent before a route. */
  private static final String TENANT = "{tenant:(?:[^/]+/)?}";

  private static final String TASK = TENANT + "tasks/{id:[^/]+}";
  private static final String CONFIGS = TENANT + "tasks/{task:[^/]+}/pushNotificationConfigs";
  private static final String CONFIG = CONFIGS + "/{id:[^/]+}";

  private static final Set<String> JSON = Set.of("application/json", "application/a2a+json");

  @Inject A2aServer server;
  @Context SecurityContext security;

  /** JSON-RPC. */
  @POST
  public void rpc(
      InputStream body,
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    var exchange = new Exchange(request, response::resume);
    Frames unknown = Frames.rpc(null);
    if (!isJson(request)) {
      response.resume(unknown.answer(wrongType()));
      return;
    }
    var http = new A2aRequest(null, unknown, Callers.of(security), exchange);
    server.rpc(body, parameters.version(), parameters.agent(), http);
  }

  /** JSON-RPC for an agent. */
  @POST
  @Path("{tenant:[^/]+}")
  public void rpcOfAgent(
      InputStream body,
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    rpc(body, parameters, request, response);
  }

  @POST
  @Path(TENANT + "message:send")
  public void send(
      InputStream body,
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    post("SendMessage", body, parameters, request, response);
  }

  @POST
  @Path(TENANT + "message:stream")
  public void stream(
      InputStream body,
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    post("SendStreamingMessage", body, parameters, request, response);
  }

  @GET
  @Path(TENANT + "tasks")
  public void list(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("ListTasks", parameters, request, response);
  }

  @GET
  @Path(TASK)
  public void get(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("GetTask", parameters, request, response);
  }

  @POST
  @Path(TASK + ":cancel")
  public void cancel(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("CancelTask", parameters, request, response);
  }

  /** The binding says POST, its annotation GET: clients do both. */
  @POST
  @Path(TASK + ":subscribe")
  public void subscribe(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("SubscribeToTask", parameters, request, response);
  }

  @GET
  @Path(TASK + ":subscribe")
  public void subscribeByGet(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    subscribe(parameters, request, response);
  }

  @POST
  @Path(CONFIGS)
  public void createConfig(
      InputStream body,
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    post("CreateTaskPushNotificationConfig", body, parameters, request, response);
  }

  @GET
  @Path(CONFIGS)
  public void listConfigs(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("ListTaskPushNotificationConfigs", parameters, request, response);
  }

  @GET
  @Path(CONFIG)
  public void getConfig(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("GetTaskPushNotificationConfig", parameters, request, response);
  }

  @DELETE
  @Path(CONFIG)
  public void deleteConfig(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("DeleteTaskPushNotificationConfig", parameters, request, response);
  }

  @GET
  @Path(TENANT + "extendedAgentCard")
  public void extendedCard(
      @BeanParam A2aParameters parameters,
      @Context HttpServletRequest request,
      @Suspended AsyncResponse response) {
    about("GetExtendedAgentCard", parameters, request, response);
  }

  private void post(
      String operation,
      InputStream body,
      A2aParameters parameters,
      HttpServletRequest request,
      AsyncResponse response) {
    ObjectNode message;
    try {
      message = isJson(request) ? ProtocolJson.object(body) : null;
    } catch (IOException | RuntimeException failure) {
      response.resume(server.answer(failure, Frames.REST));
      return;
    }
    if (message == null) {
      response.resume(Frames.REST.answer(wrongType()));
      return;
    }
    if (parameters.agent() != null) {
      message.put("tenant", parameters.agent());
    }
    if (parameters.task != null) {
      message.put("taskId", parameters.task);
    }
    call(operation, message, parameters, request, response);
  }

  /** Performs an operation whose message is in the path and the query. */
  private void about(
      String operation,
      A2aParameters parameters,
      HttpServletRequest request,
      AsyncResponse response) {
    call(operation, parameters.message(), parameters, request, response);
  }

  private void call(
      String operation,
      ObjectNode message,
      A2aParameters parameters,
      HttpServletRequest request,
      AsyncResponse response) {
    var exchange = new Exchange(request, response::resume);
    server.call(
        operation,
        parameters.version(),
        new A2aRequest(message, Frames.REST, Callers.of(security), exchange));
  }

  /** A body without a type counts as JSON. */
  private static boolean isJson(HttpServletRequest request) {
    String type = request.getContentType();
    return type == null || JSON.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  private static Refusal wrongType() {
    return A2aError.CONTENT_TYPE_NOT_SUPPORTED
        .exception("the content type must be application/a2a+json or application/json")
        .refusal();
  }
}
