package io.awaken.http.submit.upstream;

import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Lets operators inspect A2A servers (features row 29).
 *
 * @param servers supplies the state of all, in order of their ids
 */
public record AgentServerAdmin(Supplier<List<Server>> servers) {

  /**
   * An A2A server.
   *
   * @param id of its document
   * @param state {@code connecting}, {@code reachable} or {@code unavailable}
   * @param version the version in its card; null while there is none
   * @param agents ids of its agents; they stay while it is unavailable
   * @param reason why it is unavailable, a message for people; null otherwise
   * @param nextReadSeconds until its card is read again
   */
  @Schema(name = "AgentServerView")
  public record Server(
      @Required String id,
      @Required String state,
      String version,
      @Required List<String> agents,
      String reason,
      long nextReadSeconds) {}
}
