package io.awaken.server.settings;

import java.util.List;
import java.util.stream.Stream;

/**
 * One setting of the server. Durations are written as ISO 8601, such as {@code PT30S}; in the
 * environment a key is upper case with underscores, such as {@code AWAKEN_MAILBOX_LEASE}.
 */
public sealed interface Setting permits RunSetting, HttpSetting {

  /** Every setting, in the order of the reference. */
  static List<Setting> all() {
    return Stream.<Setting[]>of(RunSetting.values(), HttpSetting.values())
        .flatMap(Stream::of)
        .toList();
  }

  /** The key in the configuration. */
  String key();

  /** Type, limits and default. */
  Bounded value();

  /** One sentence for the reference. */
  String meaning();
}
