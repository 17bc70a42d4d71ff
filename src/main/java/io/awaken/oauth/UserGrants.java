package io.awaken.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

/**
 * Dependencies of grants by users. Thread-safe.
 *
 * @param vault stores grants; null without an encryption key
 * @param redirect the redirect address, exactly as registered; null without one
 * @param document the address of the client ID metadata document; null without one
 * @param unavailable why users cannot be asked; null when they can
 */
record UserGrants(SecretVault vault, String redirect, String document, String unavailable) {

  /** Lifetime of a link. */
  static final Duration LINK = Duration.ofDays(1);

  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  void require() throws AccessRefused {
    if (unavailable != null) {
      throw new AccessRefused(unavailable);
    }
  }

  /** An unpredictable random text for a state or a verifier. */
  static String random() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Stores a pending grant.
   *
   * @return its state
   */
  String begin(Caller caller, PendingGrant pending) throws AccessRefused {
    String state = random();
    if (!vault.put(PendingGrant.name(caller, state), 0, pending.write(), LINK)) {
      throw new AccessRefused("a state was given twice");
    }
    return state;
  }

  /**
   * Removes and returns a pending grant of a caller.
   *
   * @throws GrantRefused when this caller has no such grant, or it expired or was used
   */
  PendingGrant taken(Caller caller, String state) throws GrantRefused {
    if (unavailable != null) {
      throw new GrantRefused("not_available", unavailable);
    }
    if (!PendingGrant.isState(state)) {
      throw new GrantRefused("invalid_state", "state is required");
    }
    return vault
        .take(PendingGrant.name(caller, state))
        .map(PendingGrant::read)
        .orElseThrow(
            () ->
                new GrantRefused(
                    "invalid_state",
                    "state is not one that this caller was given, was used before, or is too old"));
  }

  /**
   * A grant for which a user was sent to the authorization server. Stored encrypted under the
   * caller and the hash of its state, so no other caller finds it.
   *
   * @param server the id of the MCP server
   * @param forUser whether the token will be the caller's own; otherwise it is shared by all
   * @param run the waiting run; null when an operator started it
   * @param call the waiting call; null likewise
   * @param verifier the PKCE code verifier
   * @param issuer the expected issuer
   * @param redirect the expected redirect address
   * @param scope the requested scope; null for none
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

    /** Whether a text has the form of a state. */
    static boolean isState(String state) {
      return state != null && !state.isEmpty() && state.length() <= MAX_STATE;
    }

    /** SHA-256 in base64url; also the code challenge of a verifier (RFC 7636, 4.2). */
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

    /** Omits the verifier. */
    @Override
    public String toString() {
      return "PendingGrant[server=" + server + ", run=" + run + ", call=" + call + "]";
    }
  }
}
