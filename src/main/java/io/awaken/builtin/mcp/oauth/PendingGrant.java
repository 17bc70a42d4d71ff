package io.awaken.builtin.mcp.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.secret.SecretName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * What somebody has been sent to the authorization server for. Kept, encrypted, under the caller it
 * was begun for and the hash of its state: for any other caller it does not exist.
 *
 * @param server the id of the MCP server
 * @param forUser whether the token will be the caller's own; else the server's
 * @param run that waits; null when an operator began it
 * @param call that waits; null likewise
 * @param verifier of PKCE
 * @param issuer that must answer
 * @param redirect where the answer must arrive
 * @param scope that is asked for; null for none
 */
record PendingGrant(
    String server,
    boolean forUser,
    String run,
    String call,
    String verifier,
    String issuer,
    String redirect,
    String scope) {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int MAX_STATE = 128;

  static SecretName name(Caller caller, String state) {
    return new SecretName(caller.tenant(), caller.subject(), "mcp-grant:" + hash(state));
  }

  /** Whether a text may be a state. */
  static boolean isState(String state) {
    return state != null && !state.isEmpty() && state.length() <= MAX_STATE;
  }

  /** SHA-256 in Base64 of addresses; also the challenge of a verifier (RFC 7636, 4.2). */
  static String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  RunId runId() {
    return run == null ? null : new RunId(run);
  }

  String write() {
    return MAPPER
        .createObjectNode()
        .put("server", server)
        .put("for_user", forUser)
        .put("run", run)
        .put("call", call)
        .put("verifier", verifier)
        .put("issuer", issuer)
        .put("redirect", redirect)
        .put("scope", scope)
        .toString();
  }

  static PendingGrant read(String text) {
    try {
      JsonNode kept = MAPPER.readTree(text);
      return new PendingGrant(
          kept.path("server").asText(),
          kept.path("for_user").asBoolean(),
          kept.path("run").asText(null),
          kept.path("call").asText(null),
          kept.path("verifier").asText(),
          kept.path("issuer").asText(),
          kept.path("redirect").asText(),
          kept.path("scope").asText(null));
    } catch (IOException e) {
      throw new IllegalStateException("it was written here", e);
    }
  }

  /** Without the verifier. */
  @Override
  public String toString() {
    return "PendingGrant[server=" + server + ", run=" + run + ", call=" + call + "]";
  }
}
