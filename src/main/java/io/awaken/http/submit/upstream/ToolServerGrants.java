package io.awaken.http.submit.upstream;

import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.submit.RunDecisions;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/**
 * Lets people grant access to MCP servers, and resumes the calls that waited for it (features rows
 * 1145, 1147). Thread-safe.
 *
 * @param servers that require access
 */
public record ToolServerGrants(Servers servers) {

  /** The servers that require access. */
  public interface Servers {

    /**
     * Returns the link by which an operator grants access for all.
     *
     * @throws NotGranted when there is none
     */
    String authorize(String server, Caller operator) throws InterruptedException;

    /**
     * Processes an authorization server's answer.
     *
     * @throws NotGranted when it grants this caller no access
     */
    Granted granted(Caller caller, Map<String, String> answer) throws InterruptedException;

    /** The action of the question that a call without access asks. */
    String question();
  }

  /**
   * Granted access.
   *
   * @param server the id of the MCP server
   * @param run that waited for it; null for none
   * @param call that waited; null for none
   */
  public record Granted(String server, RunId run, String call) {}

  /** Access was not granted; nothing was stored. */
  public static final class NotGranted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient Granted waiting;

    /**
     * @param waiting the run and call that wait in vain
     */
    public NotGranted(String code, String message, Granted waiting) {
      super(message);
      this.code = code;
      this.waiting = waiting;
    }
  }

  /**
   * Returns the link by which an operator grants access for all.
   *
   * @throws RefusedException 404 or 409
   */
  public String authorize(String server, Caller operator) {
    try {
      return servers.authorize(server, operator);
    } catch (NotGranted e) {
      throw (e.code.equals("unknown_server")
              ? Refusal.notFound("server", server)
              : Refusal.conflict("not_available", e.getMessage()))
          .exception();
    } catch (InterruptedException e) {
      throw stopped();
    }
  }

  /**
   * Processes an authorization server's answer, and resumes the call that waited for it; a call
   * without access is cancelled.
   *
   * @param answer the query
   * @throws RefusedException 400, with nothing stored
   */
  public Granted granted(Caller caller, Map<String, String> answer, RunDecisions decisions) {
    String state = answer.getOrDefault("state", "");
    String id = "grant-" + UUID.nameUUIDFromBytes(state.getBytes(StandardCharsets.UTF_8));
    try {
      Granted granted = servers.granted(caller, answer);
      decide(decision(caller, granted, id, DecisionAction.RESUME, null), granted, decisions);
      return granted;
    } catch (NotGranted e) {
      if (e.code.equals("access_denied")) {
        decide(
            decision(caller, e.waiting, id, DecisionAction.CANCEL, e.getMessage()),
            e.waiting,
            decisions);
      }
      throw Refusal.bad(e.code, e.getMessage()).exception();
    } catch (InterruptedException e) {
      throw stopped();
    }
  }

  /** No other question of the call is answered, which may have gone on since. */
  private DecisionRequest decision(
      Caller caller, Granted waiting, String id, DecisionAction action, String reason) {
    return new DecisionRequest(
        caller,
        waiting.call(),
        DecisionRequest.About.last(servers.question()),
        id,
        action,
        null,
        reason);
  }

  /** A run that has ended, or whose question is already answered, needs no decision. */
  private static void decide(DecisionRequest request, Granted waiting, RunDecisions decisions) {
    if (waiting.run() == null) {
      return;
    }
    try {
      decisions.decide(waiting.run(), request, question -> null);
    } catch (RefusedException e) {
      // The grant is stored anyway; the next call uses it.
    }
  }

  private static RefusedException stopped() {
    Thread.currentThread().interrupt();
    return Refusal.unavailable("the server stops", 1).exception();
  }
}
