package com.example.shop;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** {@code GET /shop/orders/{id}} and {@code GET /shop/orders/audit}. */
@Path("/orders")
public class OrdersResource {

  @Inject private OrderDesk desk;
  @Inject private AuditTrail trail;

  @GET
  @Path("/{id}")
  @Produces(MediaType.TEXT_PLAIN)
  public String state(@PathParam("id") String id) {
    return desk.status(id).state();
  }

  @GET
  @Path("/audit")
  @Produces(MediaType.TEXT_PLAIN)
  public String audit() {
    return String.join(",", trail.calls());
  }
}
