package io.awaken.http.api.thread;

import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.api.request.IdempotencyHeader;
import io.awaken.http.api.request.ModeNames;
import io.awaken.http.api.request.SupersedesField;
import io.awaken.http.api.run.AcceptedView;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.RunAcceptance;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** The messages of a thread. */
@Path("threads/{id}/messages")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class ThreadMessagesResource {

  @Inject ThreadStore threads;
  @Inject RunAcceptance acceptance;
  @Context SecurityContext security;

  /** Returns a page of the conversation, by default oldest first. */
  @GET
  @Route(
      name = "listMessages",
      summary = "A page of the conversation, by default oldest first.",
      answers = @Answer(MessagesView.class),
      refuses = "404 thread_not_found")
  public Response list(@PathParam("id") String id, @BeanParam MessageParameters parameters) {
    return Response.ok(page(id, parameters.query())).build();
  }

  /** Sends messages to the thread; the answer is not streamed. */
  @POST
  @Route(
      name = "sendMessages",
      summary = "Sends messages to the thread; the answer is not streamed.",
      answers = @Answer(status = 202, value = AcceptedView.class),
      refuses = {
        "404 thread_not_found message_not_found",
        "409 thread_busy inbox_full queue_full thread_full no_open_run idempotency_conflict"
            + " nothing_to_answer",
        "410 run_deleted",
        "413 message_too_large media_too_large",
        "415 unsupported_media_type",
        "429 too_many_submits"
      })
  @Consumes(MediaType.APPLICATION_JSON)
  public Response send(
      @PathParam("id") String id,
      @HeaderParam(IdempotencyHeader.NAME) String key,
      SendMessages body) {
    return Response.accepted(sent(id, key, body)).build();
  }

  AcceptedView sent(String id, String key, SendMessages body) {
    Caller caller = Callers.of(security);
    SendMessages wanted = Bodies.required(body);
    ThreadRecord thread = PathIds.thread(id, caller, threads, ThreadAction.WRITE);
    var messages = SupersedesField.messages(wanted.messages(), wanted.supersedes());
    var mode = ModeNames.forExisting(wanted.mode(), SubmitMode.INTERRUPT);
    var route = "POST /v1/threads/" + thread.id() + "/messages";
    String agent = acceptance.agent(wanted.agentId(), thread, caller, FieldNames.NATIVE);
    return AcceptedView.inBackground(
        acceptance,
        SupersedesField.of(
            wanted.supersedes(),
            new RunRequest(agent, thread.id(), caller, messages)
                .as(mode)
                .once(IdempotencyHeader.of(key, route, wanted))),
        FieldNames.NATIVE);
  }

  MessagesView page(String id, MessagePage.Query query) {
    ThreadRecord thread = PathIds.thread(id, Callers.of(security), threads);
    var page = MessagePage.of(thread.id(), query);
    return MessagesView.of(page, threads.messages(page.toQuery()));
  }
}
