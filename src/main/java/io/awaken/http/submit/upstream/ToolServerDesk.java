package io.awaken.http.submit.upstream;

import io.awaken.core.run.Caller;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import java.util.List;
import java.util.function.Supplier;

/**
 * What operators see of MCP servers, and do (features rows 1073, 1077).
 *
 * @param servers how all of them stand, in order of their ids
 * @param approver approves tools
 */
public record ToolServerDesk(Supplier<List<Server>> servers, Approver approver) {

  /** Approves a tool as its server lists it now. */
  @FunctionalInterface
  public interface Approver {

    /**
     * @param tool as the server calls it
     * @param hash what was looked at
     * @param by the subject that approves
     * @return {@code done}, {@code unknown}, {@code changed} when it has another hash, {@code
     *     fixed} when the server's document says another
     */
    String approve(String server, String tool, String hash, String by);
  }

  /**
   * An MCP server.
   *
   * @param id of its document
   * @param transport {@code http} or {@code stdio}
   * @param state {@code connecting}, {@code connected} or {@code unavailable}
   * @param protocol the revision that is spoken; null while it is not connected
   * @param tools how many of its tools agents may be given
   * @param code why it is unavailable; null otherwise
   * @param reason a message for people; null otherwise
   * @param withheld tools that no agent is given
   */
  public record Server(
      String id,
      String transport,
      String state,
      String protocol,
      int tools,
      String code,
      String reason,
      List<Withheld> withheld) {}

  /**
   * A tool that no agent is given.
   *
   * @param name as the server calls it
   * @param hash what it is approved by; null when approval would not help
   * @param reason why it is withheld
   */
  public record Withheld(String name, String hash, String reason) {}

  /**
   * Approves a tool; idempotent.
   *
   * @throws RefusedException when there is no such tool, or it is another one
   */
  public void approve(String server, String tool, String hash, Caller by) {
    switch (approver.approve(server, tool, hash, by.subject())) {
      case "done" -> {
        // It is offered from now on.
      }
      case "changed" ->
          throw Refusal.conflict(
                  "tool_changed", "hash is not that of the tool any more; look at it again")
              .about("hash")
              .exception();
      case "fixed" ->
          throw Refusal.conflict(
                  "tool_fixed", "trust.tools in the document of the server says another hash")
              .exception();
      default -> throw Refusal.notFound("tool", tool).exception();
    }
  }
}
