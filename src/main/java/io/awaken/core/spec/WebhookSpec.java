package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * A receiver of signed messages about runs and their questions. Immutable.
 *
 * @param id names it, and stands in the questions that it is told
 * @param url where messages are sent, checked like every address that leads outside
 * @param secret key of the signatures as in Standard Webhooks: {@code whsec_} and Base64 of 24 to
 *     64 bytes
 * @param events what it is told; default every event
 * @param agents only about runs of these agents; default all
 * @param tenants only about runs of these tenants; default all
 * @param remindBeforeS seconds before a question's expiry at which it is reminded; default {@link
 *     #DEFAULT_REMIND_BEFORE_S}
 * @param escalateAfterS seconds after which an open question is escalated; default {@link
 *     #DEFAULT_ESCALATE_AFTER_S}
 * @param person who answers questions through its one-time tokens; null for no tokens
 */
public record WebhookSpec(
    String id,
    String url,
    Secret secret,
    List<Event> events,
    List<String> agents,
    List<String> tenants,
    Integer remindBeforeS,
    Integer escalateAfterS,
    Person person) {

  /** Maximum webhooks of a runtime: each is matched against each run's end. */
  public static final int MAX_WEBHOOKS = 100;

  public static final int DEFAULT_REMIND_BEFORE_S = 3600;

  public static final int DEFAULT_ESCALATE_AFTER_S = 3600;

  private static final String PREFIX = "whsec_";

  /** What a webhook is told. */
  public enum Event {
    /** A run ended otherwise than by a failure. */
    RUN_ENDED,
    /** A run failed. */
    RUN_FAILED,
    /** A run waits for decisions. */
    RUN_WAITS,
    /** A question was asked. */
    QUESTION_ASKED,
    /** A question is open shortly before its expiry. */
    QUESTION_REMINDED,
    /** A question is open long after it was asked. */
    QUESTION_ESCALATED,
    /** A question was decided, or has expired. */
    QUESTION_ANSWERED;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    @JsonCreator
    static Event of(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT).replace('.', '_'));
    }
  }

  /**
   * A person who answers through a webhook.
   *
   * @param subject the name under which answers are stored
   * @param roles roles; default none
   */
  public record Person(String subject, List<String> roles) {
    public Person {
      roles = roles == null ? List.of() : List.copyOf(roles);
    }
  }

  public WebhookSpec {
    events = events == null ? List.of(Event.values()) : List.copyOf(events);
    agents = agents == null ? List.of() : List.copyOf(agents);
    tenants = tenants == null ? List.of() : List.copyOf(tenants);
    remindBeforeS = remindBeforeS == null ? DEFAULT_REMIND_BEFORE_S : remindBeforeS;
    escalateAfterS = escalateAfterS == null ? DEFAULT_ESCALATE_AFTER_S : escalateAfterS;
  }

  /** Whether it is told of this event of a run. */
  public boolean wants(Event event, String tenant, String agent) {
    return events.contains(event)
        && (agents.isEmpty() || agents.contains(agent))
        && (tenants.isEmpty() || tenants.contains(tenant));
  }

  public Duration remindBefore() {
    return Duration.ofSeconds(remindBeforeS);
  }

  public Duration escalateAfter() {
    return Duration.ofSeconds(escalateAfterS);
  }

  /**
   * The key of its signatures.
   *
   * @throws IllegalArgumentException when the secret has another form; without its content
   */
  public byte[] key() {
    String text = secret.reveal();
    try {
      byte[] key =
          Base64.getDecoder()
              .decode(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "");
      if (key.length >= 24 && key.length <= 64) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // Reported below: the decoder's message quotes the secret.
    }
    throw new IllegalArgumentException(
        "must be whsec_ and Base64 of 24 to 64 bytes, as `echo whsec_$(openssl rand -base64 32)`"
            + " makes it");
  }
}
