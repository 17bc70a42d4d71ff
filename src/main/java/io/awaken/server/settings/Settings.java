package io.awaken.server.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads settings. Immutable as far as its source is; thread-safe. */
public final class Settings {

  /** The application's own pool has 20 connections, and work must leave some of them. */
  private static final int OWN_POOL_COMMITS = 16;

  private final Function<String, Optional<String>> source;

  /**
   * @param source the value of a key, if it is set
   */
  public Settings(Function<String, Optional<String>> source) {
    this.source = source;
  }

  /**
   * Checks every setting.
   *
   * @throws IllegalStateException naming each invalid key with its limits, never a text value
   */
  public Settings checked() {
    List<String> wrong = new ArrayList<>();
    for (Setting setting : Setting.all()) {
      try {
        switch (setting.value().kind()) {
          case TEXT -> {
            // Texts are validated where they are used.
          }
          case CHOICE -> chosen(setting);
          case COUNT, MILLIS -> number(setting);
        }
      } catch (IllegalStateException e) {
        wrong.add(e.getMessage());
      }
    }
    if (wrong.isEmpty()) {
      requireConsistent(wrong);
    }
    if (!wrong.isEmpty()) {
      throw new IllegalStateException(String.join("; ", wrong));
    }
    return this;
  }

  /** Checks settings against each other. */
  private void requireConsistent(List<String> wrong) {
    if (duration(RunSetting.RENEW).multipliedBy(3).compareTo(duration(RunSetting.LEASE)) > 0) {
      wrong.add("awaken.mailbox.renew must be at most a third of awaken.mailbox.lease");
    }
    Stream.of(RunSetting.POLL, RunSetting.SWEEP).forEach(setting -> withinLease(setting, wrong));
    if (ownPool() && count(RunSetting.DB_COMMITS) > OWN_POOL_COMMITS) {
      wrong.add(
          "awaken.db.commits must be at most "
              + OWN_POOL_COMMITS
              + " unless awaken.datasource names a pool: ours has four connections more");
    }
    if (duration(RunSetting.RETRY_BASE).compareTo(duration(RunSetting.RETRY_MAX)) > 0) {
      wrong.add("awaken.mailbox.retry-base must be at most awaken.mailbox.retry-max");
    }
    // An invalid currency would match no price, so nothing would be limited.
    if (!text(HttpSetting.QUOTA_CURRENCY).orElse("").matches("[A-Z]{3}")) {
      wrong.add("awaken.quota.currency must be three capital letters, such as USD");
    }
  }

  /**
   * A node that sweeps less often than leases expire would leave lost runs unowned for longer than
   * a lease.
   */
  private void withinLease(Setting setting, List<String> wrong) {
    Duration lease = duration(RunSetting.LEASE);
    if (duration(setting).compareTo(lease) > 0) {
      wrong.add(
          "%s is '%s' but must be at most %s, which is %s"
              .formatted(setting.key(), duration(setting), RunSetting.LEASE.key(), lease));
    }
  }

  private boolean ownPool() {
    return text(RunSetting.DATASOURCE)
        .equals(Optional.of(RunSetting.DATASOURCE.value().defaultValue()));
  }

  public Optional<String> text(Setting setting) {
    return source
        .apply(setting.key())
        .filter(value -> !value.isBlank())
        .or(() -> Optional.ofNullable(setting.value().defaultValue()));
  }

  /** Names separated by commas, in their order; empty when not set. */
  public Set<String> names(Setting setting) {
    var names = new LinkedHashSet<String>();
    text(setting)
        .ifPresent(text -> Arrays.stream(text.split(",")).map(String::strip).forEach(names::add));
    names.remove("");
    return names;
  }

  /** One of the setting's choices. */
  public String choice(Setting setting) {
    return chosen(setting).orElseThrow();
  }

  /** The value of a choice without a default. */
  public Optional<String> chosen(Setting setting) {
    Optional<String> text = text(setting);
    if (text.isPresent() && !setting.value().choices().contains(text.get())) {
      throw new IllegalStateException(
          "%s is '%s' but must be one of %s"
              .formatted(setting.key(), text.get(), String.join(", ", setting.value().choices())));
    }
    return text;
  }

  public int count(Setting setting) {
    return Math.toIntExact(number(setting));
  }

  /** A number that may exceed an int. */
  public long size(Setting setting) {
    return number(setting);
  }

  public Duration duration(Setting setting) {
    return Duration.ofMillis(number(setting));
  }

  private long number(Setting setting) {
    String text = text(setting).orElseThrow();
    long value;
    try {
      value =
          setting.value().kind() == Setting.Value.Kind.MILLIS
              ? Duration.parse(text).toMillis()
              : Long.parseLong(text);
    } catch (NumberFormatException | DateTimeParseException | ArithmeticException e) {
      throw new IllegalStateException(rule(setting, text), e);
    }
    if (value < setting.value().min() || value > setting.value().max()) {
      throw new IllegalStateException(rule(setting, text));
    }
    return value;
  }

  private static String rule(Setting setting, String text) {
    boolean time = setting.value().kind() == Setting.Value.Kind.MILLIS;
    return "%s is '%s' but must be %s from %s to %s"
        .formatted(
            setting.key(),
            text,
            time ? "an ISO 8601 duration" : "a whole number",
            time ? Duration.ofMillis(setting.value().min()) : setting.value().min(),
            time ? Duration.ofMillis(setting.value().max()) : setting.value().max());
  }
}
