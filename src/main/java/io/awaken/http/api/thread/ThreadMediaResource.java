package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.openapi.Answer;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.openapi.Route;
import io.awaken.http.security.Callers;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.thread.ThreadMedia;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Media of a thread: uploaded before messages refer to it, downloaded by callers who can see the
 * thread. Deleted with the thread.
 */
@Path("threads/{id}/media")
@ApplicationScoped
public class ThreadMediaResource {

  @Inject ThreadStore threads;
  @Inject ThreadMedia media;
  @Context SecurityContext security;

  /** Stores the body; equal content is stored once. */
  @POST
  @Route(
      name = "uploadMedia",
      summary = "Stores media in the thread, for use in messages.",
      answers = @Answer(status = 201, value = Uploaded.class),
      refuses = {
        "404 thread_not_found",
        "409 thread_full",
        "413 media_too_large",
        "415 unsupported_media_type",
        "429 too_many_uploads"
      })
  @Consumes(MediaType.WILDCARD)
  @Produces(MediaType.APPLICATION_JSON)
  public Response upload(
      @PathParam("id") String id,
      @Context HttpHeaders headers,
      @Context UriInfo uri,
      InputStream body)
      throws IOException {
    Uploaded stored = stored(id, headers.getHeaderString(HttpHeaders.CONTENT_TYPE), body);
    var place = uri.getBaseUriBuilder().path("threads").path(id).path("media");
    return Response.created(place.path(stored.mediaId()).build()).entity(stored).build();
  }

  Uploaded stored(String id, String type, InputStream body) throws IOException {
    Caller caller = Callers.of(security);
    return Uploaded.of(media.store(visible(id, caller, ThreadAction.WRITE), caller, type, body));
  }

  /** Streams the bytes. */
  @GET
  @Route(
      name = "downloadMedia",
      summary = "The bytes of media of the thread.",
      answers = @Answer(bytes = true),
      refuses = "404 thread_not_found media_not_found")
  @Path("{media}")
  @Produces(MediaType.WILDCARD)
  public Response download(
      @PathParam("id") String id,
      @Described(value = "The id of the media.", max = 128) @PathParam("media") String mediaId) {
    ThreadId thread = visible(id, Callers.of(security), ThreadAction.READ);
    MediaStore.Info info = media.find(thread, mediaId);
    StreamingOutput parts = out -> write(threads.media(), thread, info, out);
    return Response.ok(parts)
        .type(info.mediaType())
        .header(HttpHeaders.CONTENT_LENGTH, info.size())
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
        .header("X-Content-Type-Options", "nosniff")
        .header(HttpHeaders.CACHE_CONTROL, "private")
        .header(HttpHeaders.ETAG, '"' + info.id() + '"')
        .build();
  }

  /** If the thread is deleted meanwhile, the answer ends early. */
  private static void write(
      MediaStore stored, ThreadId thread, MediaStore.Info info, OutputStream out)
      throws IOException {
    long written = 0;
    for (int index = 0; written < info.size(); index++) {
      byte[] part =
          stored
              .part(thread, info.id(), index)
              .orElseThrow(() -> new IOException("the media is deleted"));
      out.write(part);
      written += part.length;
    }
  }

  private ThreadId visible(String id, Caller caller, ThreadAction action) {
    return PathIds.thread(id, caller, threads, action).id();
  }

  /**
   * Stored media.
   *
   * @param mediaId for parts of messages
   * @param size bytes
   */
  record Uploaded(@Required String mediaId, @Required String mediaType, long size) {

    static Uploaded of(MediaStore.Info info) {
      return new Uploaded(info.id(), info.mediaType(), info.size());
    }
  }
}
