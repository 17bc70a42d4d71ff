package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The secrets of a provider's document, which a provider may quote: its key and header values.
 * Messages must not contain them. Immutable.
 */
public final class KnownSecrets {

  /** Shorter values are no secrets, and replacing them would garble the text. */
  private static final int MIN_HEADER = 8;

  private final List<Secret> secrets;

  private KnownSecrets(List<Secret> secrets) {
    this.secrets = secrets;
  }

  static KnownSecrets of(ProviderSpec provider, String headers) {
    var secrets = new ArrayList<Secret>();
    if (provider.apiKey() != null && !provider.apiKey().reveal().isBlank()) {
      secrets.add(provider.apiKey());
    }
    for (JsonNode header : ProviderEndpoint.option(provider, headers)) {
      addLong(header.asText(), secrets);
      addLong(withoutScheme(header.asText()), secrets);
    }
    // The longest first, since one may contain another.
    secrets.sort(Comparator.comparingInt((Secret secret) -> secret.reveal().length()).reversed());
    return new KnownSecrets(List.copyOf(secrets));
  }

  private static void addLong(String value, List<Secret> secrets) {
    if (value.length() >= MIN_HEADER) {
      secrets.add(Secret.of(value));
    }
  }

  /** The credentials of {@code Bearer credentials}. */
  private static String withoutScheme(String value) {
    return value.substring(value.indexOf(' ') + 1);
  }

  String redact(String text) {
    String redacted = text;
    for (Secret secret : secrets) {
      redacted = redacted.replace(secret.reveal(), secret.toString());
    }
    return redacted;
  }

  @Override
  public String toString() {
    return "KnownSecrets[" + secrets.size() + "]";
  }
}
