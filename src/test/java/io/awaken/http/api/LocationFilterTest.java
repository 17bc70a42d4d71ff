package io.awaken.http.api;

import static io.awaken.fixture.Answering.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Answering.Answer;
import io.awaken.fixture.Rows;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.front.HostRules;
import io.awaken.http.front.PublicAddress;
import io.awaken.http.security.client.ClientOrigins;
import io.awaken.http.security.client.TrustedProxies;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client behind a gateway can follow the location of what it created. */
@Rows(1122)
class LocationFilterTest {

  private static final String GATEWAY = "10.0.0.7";
  private static final String BUILT = "http://agents.example/v1/threads/a%20b";

  private static Object sent(String configured, ServedRequest request, String location) {
    var origins = new ClientOrigins(TrustedProxies.of("key", List.of(GATEWAY)));
    var filter = new LocationFilter();
    filter.sent = request.request();
    filter.address =
        PublicAddress.of(
            Optional.ofNullable(configured), HostRules.of(Set.of("agents.example")), origins);
    var headers = new MultivaluedHashMap<String, Object>();
    Map<String, Answer> answers = new HashMap<>();
    answers.put("getLocation", args -> location == null ? null : URI.create(location));
    answers.put("getHeaders", args -> headers);
    filter.filter(null, answering(ContainerResponseContext.class, answers));
    return String.valueOf(headers.getFirst("Location"));
  }

  private static ServedRequest to(String host) {
    return new ServedRequest("POST", "{}").with("Host", host);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          a client without a gateway,        192.0.2.1, http
          a client of a trusted gateway,     10.0.0.7,  https
          """)
  void theSchemeIsTheClients(String who, String from, String scheme) {
    var request = to("agents.example").with("X-Forwarded-Proto", "https").from(from);

    assertThat(sent(null, request, BUILT)).isEqualTo(scheme + "://agents.example/v1/threads/a%20b");
  }

  @Test
  void aPathThatTheGatewayRemovesIsAdded() {
    assertThat(sent("https://example.com/awaken", to("agents.example"), BUILT))
        .isEqualTo("https://example.com/awaken/v1/threads/a%20b");
  }

  @Test
  void thePathOfTheApplicationIsReplaced() {
    var request = to("agents.example").inContext("/internal");

    assertThat(sent("https://example.com", request, "http://agents.example/internal/v1/threads/a"))
        .isEqualTo("https://example.com/v1/threads/a");
    assertThat(sent(null, request, "http://agents.example/internal/v1/threads/a"))
        .isEqualTo("http://agents.example/internal/v1/threads/a");
  }

  @Test
  void withoutAKnownHostTheLocationStaysAsItWasBuilt() {
    assertThat(sent(null, to("other.example"), BUILT)).isEqualTo(BUILT);
  }

  @Test
  void anAnswerWithoutALocationGetsNone() {
    assertThat(sent("https://example.com", to("agents.example"), null)).isEqualTo("null");
  }
}
