package io.awaken.http.stream.open;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Limits of open streams, beside those per principal and node of the settings.
 *
 * @param perAddress streams of anonymous callers from one address
 * @param address of the current thread's request; empty for an uncounted one
 * @param perTenant streams of all named callers of one tenant; 0 for no limit
 */
public record StreamBounds(int perAddress, Supplier<Optional<String>> address, int perTenant) {

  /** No further limits. */
  public static final StreamBounds NONE = new StreamBounds(Integer.MAX_VALUE, Optional::empty, 0);
}
