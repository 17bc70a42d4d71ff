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

  /** Supported algorithms: NIST curves, RSA and Ed25519. */
  private static final List<String> KINDS = List.of("EC", "RSA", "Ed25519");

  private PemKey() {}

  /** Reads a key from text; empty without a supported one. */
  public static Optional<PrivateKey> read(Secret pem) {
    String body = pem.reveal().replaceAll("-----(BEGIN|END) PRIVATE KEY-----|\\s", "");
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body));
      for (String kind : KINDS) {
        try {
          return Optional.of(KeyFactory.getInstance(kind).generatePrivate(encoded));
        } catch (InvalidKeySpecException e) {
          // It may be a key of the next algorithm.
        }
      }
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      // The caller reports it without quoting the text.
    }
    return Optional.empty();
  }
}
