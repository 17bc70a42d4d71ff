package io.awaken.http.stream;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;

/** A request with its response, which is suspended. */
public record Exchange(HttpServletRequest request, PendingResponse response) {

  /** Answers that there is nothing to stream. */
  public void noContent() {
    response.resume(Response.noContent().build());
  }

  /** Answers with a whole stream. */
  public void stream(byte[] frames, FrameFormat format) {
    var answer = Response.ok(frames, format.contentType());
    format.headers().forEach(answer::header);
    response.resume(answer.build());
  }
}
