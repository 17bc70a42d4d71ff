package io.awaken.http.api.request;

import io.awaken.core.run.Delivery;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import java.time.Duration;

/**
 * The queue fields of a request.
 *
 * @param priority 0 first to 255 last; null for 128
 * @param delayMs milliseconds before the job is due, at most 30 days; null for none
 * @param dedupeKey 1 to 200 characters; null for none
 */
public record DeliveryFields(Long priority, Long delayMs, String dedupeKey) {

  /** 30 days. */
  public static final long MAX_DELAY_MILLIS = 30L * 24 * 3_600 * 1_000;

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public Delivery checked() {
    return Delivery.USUAL.at(checkedPriority()).after(checkedDelay()).once(checkedKey());
  }

  private int checkedPriority() {
    if (priority == null) {
      return Delivery.DEFAULT_PRIORITY;
    }
    if (priority < 0 || priority > Delivery.LAST_PRIORITY) {
      throw Refusal.invalid("priority", "priority must be 0 to " + Delivery.LAST_PRIORITY)
          .exception();
    }
    return priority.intValue();
  }

  private Duration checkedDelay() {
    if (delayMs == null) {
      return Duration.ZERO;
    }
    if (delayMs < 0 || delayMs > MAX_DELAY_MILLIS) {
      throw Refusal.invalid("delay_ms", "delay_ms must be 0 to " + MAX_DELAY_MILLIS).exception();
    }
    return Duration.ofMillis(delayMs);
  }

  private String checkedKey() {
    if (dedupeKey == null) {
      return null;
    }
    if (dedupeKey.isBlank() || dedupeKey.length() > Delivery.MAX_DEDUPE_KEY) {
      throw Refusal.invalid(
              "dedupe_key",
              "dedupe_key must have 1 to %d characters".formatted(Delivery.MAX_DEDUPE_KEY))
          .exception();
    }
    return Bodies.storable("dedupe_key", dedupeKey);
  }
}
