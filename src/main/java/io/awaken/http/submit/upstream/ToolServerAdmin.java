package io.awaken.http.submit.upstream;

import io.awaken.core.run.Caller;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Lets operators inspect and control MCP servers (features rows 1073, 1077).
 *
 * @param servers supplies the state of all, in order of their ids
 * @param approver approves tools
 */
public record ToolServerAdmin(Supplier<List<Server>> servers, Approver approver) {

  /** Approves the current version of a tool. */
  @FunctionalInterface
  public interface Approver {

    /**
     * @param tool as the server calls it
     * @param hash of the inspected version
     * @param by the approving subject
     * @return {@code done}, {@code unknown}, {@code changed} when its hash differs, {@code fixed}
     *     when the server's document pins another hash
     */
    String approve(String server, String tool, String hash, String by);
  }

  /**
   * An MCP server.
   *
   * @param id of its document
   * @param transport {@code http} or {@code stdio}
   * @param state {@code connecting}, {@code connected} or {@code unavailable}
   * @param protocol the protocol revision; null while not connected
   * @param tools number of its tools that agents may use
   * @param code why it is unavailable; null otherwise
   * @param reason a message for people; null otherwise
   * @param withheld tools that no agent gets
   * @param schemaChanges how schemas of tools differ from the server's, by name; null for none
   */
  @Schema(name = "ToolServerView")
  public record Server(
      @Required String id,
      @Required String transport,
      @Required String state,
      String protocol,
      int tools,
      String code,
      String reason,
      @Required List<Withheld> withheld,
      Map<String, List<String>> schemaChanges) {}

  /**
   * A tool that no agent gets.
   *
   * @param name as the server calls it
   * @param hash approves this version; null if approval would not help
   * @param reason why it is withheld
   */
  @Schema(name = "ToolServerViewWithheld")
  public record Withheld(@Required String name, String hash, @Required String reason) {}

  /**
   * Approves a tool; idempotent.
   *
   * @throws RefusedException when there is no such tool, or its version differs
   */
  public void approve(String server, String tool, String hash, Caller by) {
    switch (approver.approve(server, tool, hash, by.subject())) {
      case "done" -> {
        // Agents get it from now on.
      }
      case "changed" ->
          throw Refusal.conflict(
                  "tool_changed",
                  "the tool has changed and no longer has this hash; inspect it again")
              .about("hash")
              .exception();
      case "fixed" ->
          throw Refusal.conflict(
                  "tool_fixed", "trust.tools in the document of the server has another hash")
              .exception();
      default -> throw Refusal.notFound("tool", tool).exception();
    }
  }
}
