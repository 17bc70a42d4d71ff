package io.awaken.builtin.a2a;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.a2a.AgentCard.CardRefused;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import java.io.IOException;
import java.net.URI;
import java.security.PublicKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The card of one agent, fetched when it is needed and kept until it expires: as its {@code
 * Cache-Control} says, at most an hour, otherwise five minutes. A refused card is fetched again by
 * the next run. Redirects are not followed (attacks S22, S25). Thread-safe.
 */
final class CardSource {

  /** Maximum bytes of a card. */
  static final int MAX_BYTES = 1 << 20;

  private static final String WELL_KNOWN = "/.well-known/agent-card.json";
  private static final Duration TIME = Duration.ofSeconds(15);
  private static final Duration USUAL = Duration.ofMinutes(5);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final Pattern MAX_AGE = Pattern.compile("max-age=([0-9]{1,9})");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final GuardedHttp http;
  private final Remote remote;
  private final LongSupplier nanos;
  private volatile Kept kept;

  private record Kept(AgentCard card, long until) {}

  /**
   * @param remote the agent
   * @param nanos monotonic time
   */
  CardSource(GuardedHttp http, Remote remote, LongSupplier nanos) {
    this.http = http;
    this.remote = remote;
    this.nanos = nanos;
  }

  /**
   * Returns the card.
   *
   * @throws CardRefused when it cannot be used
   * @throws IOException when it cannot be fetched
   */
  AgentCard get() throws CardRefused, IOException, InterruptedException {
    Kept known = kept;
    if (known != null && nanos.getAsLong() - known.until() < 0) {
      return known.card();
    }
    var headers = new HashMap<>(remote.headers());
    headers.put("Accept", "application/json");
    var request = OutboundRequest.get(address(remote.base()), headers);
    try (OutboundCall call = http.open(request, GuardedLimits.of(TIME, Integer.MAX_VALUE))) {
      AnswerHead head = call.head();
      AgentCard card = read(head, call.readAtMost(MAX_BYTES + 1));
      kept = new Kept(card, nanos.getAsLong() + age(head).toNanos());
      return card;
    }
  }

  /** How long the card of the last {@link #get} is kept; not positive without one. */
  Duration left() {
    Kept known = kept;
    return known == null ? Duration.ZERO : Duration.ofNanos(known.until() - nanos.getAsLong());
  }

  /** The base address may name a card itself. */
  private static URI address(URI base) {
    String path = base.getPath();
    if (path.endsWith(".json")) {
      return base;
    }
    String folder = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return base.resolve(folder + WELL_KNOWN);
  }

  private AgentCard read(AnswerHead head, byte[] body) throws CardRefused {
    if (head.status() >= 300 && head.status() < 400) {
      throw new CardRefused("card_redirected", "the address of its card redirects");
    }
    if (head.status() != 200) {
      throw new CardRefused(
          "card_unavailable", "the address of its card answers with status " + head.status());
    }
    if (body.length > MAX_BYTES) {
      throw new CardRefused("card_too_large", "its card has more than " + MAX_BYTES + " bytes");
    }
    ObjectNode card = parsed(body);
    PublicKey key = remote.cardKey();
    if (key != null && !CardSignature.isSigned(card, key)) {
      throw new CardRefused(
          "card_signature_invalid", "no signature of its card is valid with the pinned key");
    }
    AgentCard read = AgentCard.read(card, remote.tenant());
    URI url = read.target().url();
    if (!remote.headers().isEmpty() && !sameOrigin(remote.base(), url)) {
      throw new CardRefused(
          "card_of_other_server",
          "its card leads to %s; credentials are sent to the server of base_url only"
              .formatted(url.getHost()));
    }
    return read;
  }

  private static ObjectNode parsed(byte[] body) throws CardRefused {
    try {
      if (JSON.readTree(body) instanceof ObjectNode card) {
        return card;
      }
    } catch (JsonProcessingException e) {
      // Reported below.
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot be read", e);
    }
    throw new CardRefused("card_invalid", "its card is no JSON object");
  }

  private static boolean sameOrigin(URI one, URI other) {
    return one.getScheme().equalsIgnoreCase(other.getScheme())
        && one.getHost().equalsIgnoreCase(other.getHost())
        && port(one) == port(other);
  }

  private static int port(URI of) {
    int usual = "https".equalsIgnoreCase(of.getScheme()) ? 443 : 80;
    return of.getPort() < 0 ? usual : of.getPort();
  }

  private static Duration age(AnswerHead head) {
    Matcher age = MAX_AGE.matcher(head.header("Cache-Control").orElse(""));
    Duration asked = age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : USUAL;
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }

  /**
   * How to reach an agent.
   *
   * @param tenant {@code endpoint.target}; null for the one that the card names
   * @param headers credentials; empty for none
   * @param cardKey the key that must have signed the card; null for any card
   */
  record Remote(URI base, String tenant, Map<String, String> headers, PublicKey cardKey) {

    /** Omits credentials. */
    @Override
    public String toString() {
      return "Remote[" + base.getHost() + "]";
    }
  }
}
