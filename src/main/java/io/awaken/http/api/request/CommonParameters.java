package io.awaken.http.api.request;

import io.awaken.core.run.Ids;
import io.awaken.http.openapi.Described;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;

/**
 * Default descriptions of parameters, for routes without their own. A table for the OpenAPI
 * document; it binds no values.
 */
public final class CommonParameters {

  @Described(value = "The id in the path.", max = Ids.MAX_LENGTH)
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
      value = "Maximum number of entries of the page; out of range, the nearest limit applies.",
      type = int.class,
      min = 1,
      max = QueryValues.MAX_LIMIT,
      fallback = "" + QueryValues.DEFAULT_LIMIT)
  @QueryParam("limit")
  String limit;

  @Described(
      value = "Entries to skip; replaced by a cursor, which has no maximum.",
      type = int.class,
      min = 0,
      max = QueryValues.MAX_OFFSET,
      fallback = "0")
  @QueryParam("offset")
  String offset;

  @Described("`next_cursor` of the page before; valid for this caller and these filters only.")
  @QueryParam("cursor")
  String cursor;

  @Described(
      value =
          "Visible ASCII. Repeating a request with the same key within 24 hours returns the run"
              + " it created; with another body it is refused.",
      min = 1,
      max = IdempotencyHeader.LONGEST)
  @HeaderParam(IdempotencyHeader.NAME)
  String idempotencyKey;

  @Described("The `id` of the last event that the client has; it wins over `cursor`.")
  @HeaderParam("Last-Event-ID")
  String lastEventId;

  private CommonParameters() {}
}
