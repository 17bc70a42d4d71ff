package io.awaken.http.api.webhook;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.Paging;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.WebhookDesk;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.List;

/** Messages to webhooks that were not delivered, of the operator's tenant. */
@Path("deliveries")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class DeliveriesResource {

  @Inject FailedDeliveries deliveries;
  @Inject WebhookDesk desk;

  /** The type of messages to clients of A2A. */
  private static final String TASK = "task.changed";

  @Inject AdminRole admin;
  @Context SecurityContext security;

  /** Returns a page of messages whose last delivery failed, oldest first. */
  @GET
  @Route(
      name = "listFailedDeliveries",
      summary = "Messages to webhooks whose last delivery failed, oldest first.",
      answers = @Answer(DeliveriesView.class),
      refuses = "403 forbidden unusable_caller")
  public DeliveriesView list(
      @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
    Caller caller = operator();
    var page =
        ListPage.of(
            new Paging(null, limit, cursor),
            List.of("deliveries", caller.tenant()),
            1,
            at -> Long.valueOf(at.getFirst()));
    List<FailedEntry> found =
        deliveries.of(caller.tenant(), page.after() == null ? 0 : page.after(), page.queried());
    var shown = page.show(new Page<>(found, found.size()), last -> List.of(last.place()));
    return new DeliveriesView(shown.as(DeliveryView::of), shown.more(), shown.next());
  }

  /** Sends a message again, as if it had never been tried. */
  @POST
  @Route(
      name = "redriveDelivery",
      summary = "Sends a message to a webhook again whose last delivery failed.",
      answers = @Answer(status = 204),
      refuses = {"403 forbidden unusable_caller", "404 delivery_not_found"})
  @Path("{thread}/{id}/redrive")
  public Response redrive(
      @Described("The thread of the message.") @PathParam("thread") String thread,
      @Described("The message.") @PathParam("id") String id) {
    desk.redrive(thread, id, operator());
    return Response.noContent().build();
  }

  private Caller operator() {
    Caller caller = Callers.of(security);
    admin.require(caller);
    return caller;
  }

  /** A page of messages. */
  record DeliveriesView(@Required List<DeliveryView> items, boolean hasMore, String nextCursor) {}

  /**
   * A message that was not delivered.
   *
   * @param id its {@code webhook-id}
   * @param type what it reports
   * @param attempts deliveries tried
   * @param failure why the last one failed
   * @param givenUp whether it is sent again only when it is redriven
   * @param createdAt in milliseconds
   */
  record DeliveryView(
      @Required String id,
      @Required String webhook,
      @Required ThreadId threadId,
      @Required RunId runId,
      String type,
      int attempts,
      @Required String failure,
      boolean givenUp,
      long createdAt) {

    static DeliveryView of(FailedEntry failed) {
      DueEntry last = failed.last();
      OutboxEntry entry = last.entry();
      return new DeliveryView(
          entry.id(),
          entry.key(),
          last.threadId(),
          last.runId(),
          entry.kind() == OutboxEntry.Kind.PUSH ? TASK : entry.payload().path("type").asText(),
          last.attempt(),
          failed.failure(),
          failed.givenUp(),
          failed.createdAt());
    }
  }
}
