package io.awaken.protocol.a2a;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretVault;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.http.submit.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * Encrypts the credentials of push notifications like all secrets of callers; each opens only for
 * its own task, caller and id. Thread-safe.
 *
 * @param vault empty when the server has no keys for secrets
 */
public record PushSecrets(Optional<SecretVault> vault) {

  /**
   * Requires that secrets can be stored.
   *
   * @param field with the secret
   * @throws io.awaken.http.security.RefusedException 400 when the server has no keys
   */
  void require(String field) {
    if (vault.isEmpty()) {
      throw JsonFields.invalid(
          field, "cannot be stored: the server has no awaken.secrets.key-file");
    }
  }

  /** Encrypts credentials. */
  String sealed(RunId run, Caller caller, String id, String credentials) {
    return vault.orElseThrow().seal(name(run, caller, id), credentials);
  }

  /** The credentials of a target that has some; empty when this node has no key for them. */
  Optional<String> opened(RunId run, PushTarget target) {
    return vault.flatMap(
        keys -> keys.open(name(run, target.caller(), target.id()), target.sealed()));
  }

  private static SecretName name(RunId run, Caller caller, String id) {
    byte[] target = (run.value() + "\n" + id).getBytes(StandardCharsets.UTF_8);
    return new SecretName(
        caller.tenant(), caller.subject(), "push " + UUID.nameUUIDFromBytes(target));
  }
}
