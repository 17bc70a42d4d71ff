package io.awaken.provider.http;

import io.awaken.core.outbound.AnswerHead;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads the delay that a provider requests (RFC 9110, 10.2.3). */
final class RetryAfter {

  private RetryAfter() {}

  /**
   * Seconds, or a date relative to the response's own date, so that clocks are not compared.
   *
   * @return null when the header is missing or invalid
   */
  static Duration of(AnswerHead head) {
    Optional<String> value = head.header("Retry-After").map(String::strip);
    if (value.isEmpty()) {
      return null;
    }
    try {
      return Duration.ofSeconds(Math.max(0, Integer.parseInt(value.get())));
    } catch (NumberFormatException e) {
      return until(value.get(), head.header("Date"));
    }
  }

  private static Duration until(String date, Optional<String> now) {
    if (now.isEmpty()) {
      return null;
    }
    try {
      Duration wait = Duration.between(parsed(now.get()), parsed(date));
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static ZonedDateTime parsed(String date) {
    return ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
  }
}
