package io.awaken.http.api.webhook;

import io.awaken.core.run.Caller;
import io.awaken.core.webhook.FailedDeliveries;
import io.awaken.http.api.request.Paging;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.WebhookDesk;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;

/** Messages to webhooks that were not delivered, of the operator's tenant. */
@Path("deliveries")
@Produces(MediaType.APPLICATION_JSON)
@ApplicationScoped
public class DeliveriesResource {

  @Inject FailedDeliveries deliveries;
  @Inject WebhookDesk desk;
  @Inject AdminRole admin;
  @Context SecurityContext security;

  /** Returns a page of messages whose last delivery failed, oldest first. */
  @GET
  @Route(
      name = "listFailedDeliveries",
      summary = "Messages to webhooks whose last delivery failed, oldest first.",
      answers = @Answer(DeliveriesView.class),
      refuses = "403 forbidden unusable_caller")
  public DeliveriesView list(@BeanParam Paging paging) {
    return DeliveriesView.of(deliveries, operator().tenant(), paging);
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
}
