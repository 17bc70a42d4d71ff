package io.awaken.core.spec;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads private keys: PKCS #8 in PEM. Stateless. */
public final class PemKey {

  /** What can sign: a curve of NIST, RSA, and Ed25519. */
  private static final List<String> KINDS = List.of("EC", "RSA", "Ed25519");

  private PemKey() {}

  /** The key in a text; empty when there is none that can sign. */
  public static Optional<PrivateKey> read(Secret pem) {
    String body = pem.reveal().replaceAll("-----(BEGIN|END) PRIVATE KEY-----|\\s", "");
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body));
      for (String kind : KINDS) {
        try {
          return Optional.of(KeyFactory.getInstance(kind).generatePrivate(encoded));
        } catch (InvalidKeySpecException e) {
          // It may be one of the next kind.
        }
      }
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      // The caller says so, without quoting it.
    }
    return Optional.empty();
  }
}
