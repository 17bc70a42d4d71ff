package io.awaken.provider.http;

import io.awaken.core.text.ForeignText;

/**
 * A provider's error text for the operator's log: one short line without secrets. Clients never see
 * it, since a provider may quote anything.
 */
final class ProviderText {

  private static final int MAX_CHARACTERS = 300;

  private ProviderText() {}

  static String of(String text, KnownSecrets secrets) {
    return ForeignText.line(secrets.redact(text), MAX_CHARACTERS);
  }
}
