package io.awaken.http.api.request;

import io.awaken.core.run.Ids;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

/**
 * What parameters mean on every route that does not describe them itself. A table for the OpenAPI
 * document; nothing is read into it.
 */
public final class CommonParameters {

  @Described(value = "The id of what the path names.", max = Ids.MAX_LENGTH)
  @PathParam("id")
  String id;

  @Described(value = "The id of the job.", max = Ids.MAX_LENGTH)
  @PathParam("job")
  String job;

  @Described(value = "Of this thread only.", max = Ids.MAX_LENGTH)
  @QueryParam("thread_id")
  String threadId;

  @Described(value = "Of this agent only.", max = Ids.MAX_LENGTH)
  @QueryParam("agent_id")
  String agentId;

  @Described(
      value = "Entries at the most; beyond the limits the nearest of them counts.",
      type = int.class,
      min = 1,
      max = PageLimits.MAX_LIMIT,
      fallback = "" + PageLimits.DEFAULT_LIMIT)
  @QueryParam("limit")
  String limit;

  @Described(
      value = "Entries that are passed over; a cursor, which leads further, takes its place.",
      type = int.class,
      min = 0,
      max = PageLimits.MAX_OFFSET,
      fallback = "0")
  @QueryParam("offset")
  String offset;

  @Described("`next_cursor` of the page before; valid for this caller and these filters only.")
  @QueryParam("cursor")
  String cursor;

  @Described(
      value =
          "Visible ASCII. A request that comes again under its key within 24 hours begins no other"
              + " run; with another body it is refused.",
      min = 1,
      max = IdempotencyHeader.LONGEST)
  @HeaderParam(IdempotencyHeader.NAME)
  String idempotencyKey;

  @Described("The `id` of the last event that the client has; it wins over `cursor`.")
  @HeaderParam("Last-Event-ID")
  String lastEventId;

  private CommonParameters() {}
}
