package io.awaken.core.secret;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts with AES-256-GCM and a fresh nonce; the name of the secret is authenticated data, so
 * that a row copied under another name cannot be read. Thread-safe.
 */
final class SecretBox {

  private static final String ALGORITHM = "AES/GCM/NoPadding";
  private static final String FORM = "1";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeys keys;
  private final SecureRandom random = new SecureRandom();

  SecretBox(SecretKeys keys) {
    this.keys = keys;
  }

  /** {@code 1.<key>.<nonce and ciphertext>}. */
  String seal(SecretName name, String text) {
    String id = keys.first();
    var nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, keys.key(id), nonce, name, id);
      byte[] sealed = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
      byte[] all = Arrays.copyOf(nonce, NONCE + sealed.length);
      System.arraycopy(sealed, 0, all, NONCE, sealed.length);
      return FORM + "." + id + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Empty when it was sealed with another key or under another name, or was modified. */
  Optional<String> open(SecretName name, String sealed) {
    String[] parts = sealed.split("\\.", 3);
    SecretKeySpec key = parts.length == 3 && parts[0].equals(FORM) ? keys.key(parts[1]) : null;
    if (key == null) {
      return Optional.empty();
    }
    try {
      byte[] all = Base64.getUrlDecoder().decode(parts[2]);
      if (all.length < NONCE) {
        return Optional.empty();
      }
      byte[] nonce = Arrays.copyOf(all, NONCE);
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, name, parts[1]);
      return Optional.of(
          new String(cipher.doFinal(all, NONCE, all.length - NONCE), StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException changed) {
      return Optional.empty();
    }
  }

  /** Whether it is sealed with the current key. */
  boolean current(String sealed) {
    return sealed.startsWith(FORM + "." + keys.first() + ".");
  }

  private static Cipher cipher(
      int mode, SecretKeySpec key, byte[] nonce, SecretName name, String id)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context(name, id));
    return cipher;
  }

  /** Length-prefixed, so that names are unambiguous. */
  private static byte[] context(SecretName name, String id) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      for (String part : new String[] {FORM, id, name.tenant(), name.subject(), name.name()}) {
        out.writeUTF(part);
      }
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }
}
