package io.awaken.core.outbound;

import java.io.IOException;

/** An address that must not be reached. Its author may see the message. */
public final class AddressRefused extends IOException {

  private static final long serialVersionUID = 1L;

  AddressRefused(String message) {
    super(message);
  }
}
