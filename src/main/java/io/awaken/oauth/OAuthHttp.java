package io.awaken.oauth;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.oauth.AccessRefused.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Requests metadata and tokens. Addresses are guarded, responses bounded in size and time; errors
 * do not quote responses. Thread-safe.
 */
final class OAuthHttp {

  /** Limit of one request. */
  static final Duration LIMIT = Duration.ofSeconds(10);

  /** Maximum bytes of a response. */
  static final int MAX_ANSWER = 64 << 10;

  /**
   * Maximum redirects of a metadata request; each address is checked. Token requests follow none.
   */
  private static final int REDIRECTS = 3;

  private static final int MAX_DEPTH = 16;
  private static final int MAX_ADDRESS = 2_048;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final GuardedHttp http;

  OAuthHttp(GuardedHttp http) {
    this.http = http;
  }

  /**
   * The response of an endpoint.
   *
   * @param status HTTP status
   * @param body empty unless it is a JSON object
   */
  record Answer(int status, ObjectNode body) {

    /** Omits the body, which contains tokens. */
    @Override
    public String toString() {
      return "Answer[status=" + status + "]";
    }
  }

  /**
   * Requests metadata.
   *
   * @param what its name in errors
   * @return empty without metadata at this address
   */
  Optional<ObjectNode> metadata(String what, URI address)
      throws AccessRefused, InterruptedException {
    var request = OutboundRequest.get(address, Map.of("Accept", "application/json"));
    GuardedLimits limits = GuardedLimits.of(LIMIT, MAX_ANSWER).following(REDIRECTS);
    try (OutboundCall call = http.open(request, limits)) {
      AnswerHead head = call.head();
      if (head.status() >= 400 && head.status() < 500) {
        return Optional.empty();
      }
      if (head.status() != 200) {
        throw new AccessRefused(
            Kind.UNREACHABLE,
            what + " at " + shown(address) + " has status " + head.status(),
            null);
      }
      ObjectNode found = object(call);
      if (found == null) {
        throw new AccessRefused(what + " at " + shown(address) + " is no JSON object");
      }
      return Optional.of(found);
    } catch (AccessRefused e) {
      throw e;
    } catch (IOException e) {
      throw failed(what, address, e);
    }
  }

  /** Sends a form to an endpoint. */
  Answer post(String what, URI address, Map<String, String> form, Map<String, String> headers)
      throws AccessRefused, InterruptedException {
    var all = new HashMap<>(headers);
    all.put("Content-Type", "application/x-www-form-urlencoded");
    return post(what, address, all, encoded(form).getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends JSON to an endpoint. */
  Answer post(String what, URI address, ObjectNode json)
      throws AccessRefused, InterruptedException {
    var headers = new HashMap<>(Map.of("Content-Type", "application/json"));
    return post(what, address, headers, json.toString().getBytes(StandardCharsets.UTF_8));
  }

  private Answer post(String what, URI address, Map<String, String> headers, byte[] body)
      throws AccessRefused, InterruptedException {
    headers.put("Accept", "application/json");
    GuardedLimits limits = GuardedLimits.of(LIMIT, MAX_ANSWER);
    try (OutboundCall call = http.open(OutboundRequest.post(address, headers, body), limits)) {
      int status = call.head().status();
      ObjectNode parsed = object(call);
      return new Answer(status, parsed == null ? MAPPER.createObjectNode() : parsed);
    } catch (IOException e) {
      throw failed(what, address, e);
    }
  }

  /** Checks that browsers may be sent to an address. */
  void check(String what, URI address) throws AccessRefused {
    try {
      http.check(address);
    } catch (AddressRefused e) {
      throw failed(what, address, e);
    }
  }

  private static AccessRefused failed(String what, URI address, IOException e) {
    Kind kind = e instanceof AddressRefused ? Kind.ADDRESS_REFUSED : Kind.UNREACHABLE;
    return new AccessRefused(kind, what + " at " + shown(address) + ": " + e.getMessage(), e);
  }

  /** Omits path and query, which may contain a secret. */
  static String shown(URI address) {
    return address.getScheme() + "://" + address.getRawAuthority();
  }

  private static ObjectNode object(OutboundCall call) throws IOException, InterruptedException {
    var all = new ByteArrayOutputStream();
    for (ByteBuffer next = call.read(); next != null; next = call.read()) {
      all.write(next.array(), next.arrayOffset() + next.position(), next.remaining());
    }
    call.finish();
    try {
      JsonNode read = MAPPER.readTree(all.toByteArray());
      return read instanceof ObjectNode object ? object : null;
    } catch (IOException notJson) {
      return null;
    }
  }

  /** The parameters of a form or a query. */
  static String encoded(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Parses an address in metadata.
   *
   * @throws AccessRefused when it is no HTTP address, or has a fragment
   */
  static URI address(String what, String text) throws AccessRefused {
    try {
      URI address = text.length() > MAX_ADDRESS ? null : URI.create(text);
      String scheme = address == null ? "" : String.valueOf(address.getScheme());
      if ((scheme.equalsIgnoreCase("https") || scheme.equalsIgnoreCase("http"))
          && address.getHost() != null
          && address.getRawUserInfo() == null
          && address.getRawFragment() == null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new AccessRefused(what + " is no http or https address");
  }
}
