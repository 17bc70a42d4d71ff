package io.awaken.provider.http;

import io.awaken.core.text.ForeignText;

/**
 * A provider's own words about a failure, for the log of the operator: one short line without
 * secrets. Clients never see them, since a provider may quote anything.
 */
final class ProviderText {

  private static final int MAX_CHARACTERS = 300;

  private ProviderText() {}

  static String of(String text, KnownSecrets secrets) {
    return ForeignText.line(secrets.redact(text), MAX_CHARACTERS);
  }
}
