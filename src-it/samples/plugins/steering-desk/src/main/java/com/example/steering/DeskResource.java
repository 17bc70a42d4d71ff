package com.example.steering;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.http.security.Callers;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** {@code POST /desk/threads/{id}} sends its body to the active run of the thread. */
@Path("/threads/{id}")
public class DeskResource {

  private static final int MAX_BYTES = 10_000;

  @Inject private Desk desk;

  @POST
  @Consumes(MediaType.TEXT_PLAIN)
  public Response say(
      @PathParam("id") String id, @Context SecurityContext security, InputStream body)
      throws IOException {
    byte[] read = body.readNBytes(MAX_BYTES + 1);
    String text = new String(read, StandardCharsets.UTF_8);
    if (text.isBlank() || read.length > MAX_BYTES) {
      return answer(400);
    }
    Caller caller = Callers.of(security);
    ThreadId thread;
    try {
      thread = new ThreadId(caller.tenant(), id);
    } catch (IllegalArgumentException e) {
      return answer(400);
    }
    return desk.say(thread, caller, text) ? answer(202) : answer(429);
  }

  private static Response answer(int status) {
    return Response.status(status).build();
  }
}
