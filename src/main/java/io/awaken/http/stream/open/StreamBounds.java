package io.awaken.http.stream.open;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * How many streams may be open, beside the bounds per principal and per node of the settings.
 *
 * @param perAddress streams of anonymous callers from one address
 * @param address of the request on the calling thread; empty for one that is not counted
 * @param perTenant streams of all named callers of one tenant; 0 for no limit
 */
public record StreamBounds(int perAddress, Supplier<Optional<String>> address, int perTenant) {

  /** No further bounds. */
  public static final StreamBounds NONE = new StreamBounds(Integer.MAX_VALUE, Optional::empty, 0);
}
