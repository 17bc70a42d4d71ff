package io.awaken.core.outbound;

import java.io.IOException;

/** An address is not allowed. The message is fit for the author of the address. */
public final class AddressRefused extends IOException {

  private static final long serialVersionUID = 1L;

  AddressRefused(String message) {
    super(message);
  }
}
