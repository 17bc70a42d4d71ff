package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import io.awaken.process.ListeningSocket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@Rows(229)
@OnWildFly
class HealthIT extends BuiltArchiveTest {
  @ArquillianResource private URL base;

  private HttpResponse<String> get(String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = new URI("http", null, base.getHost(), base.getPort(), path, null, null);
      return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
  }

  @Test
  void healthReportsStoreAndRuntimeAtTheRootContext() throws Exception {
    HttpResponse<String> response = get("/health");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElseThrow())
        .startsWith("application/json");
    assertThat(response.body())
        .isEqualTo(
            "{\"status\":\"healthy\",\"components\":{\"store\":\"ok\",\"runtime\":\"ok\",\"queue\":\"ok\"}}");
  }

  /** WildFly serves its health page on the management port. */
  @Test
  @DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
  void theServersOwnHealthPageReportsTheSame() throws Exception {
    HttpResponse<String> response = get("/payara/health");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .contains("\"name\":\"awaken\"", "\"store\":\"ok\"", "\"queue\":\"ok\"");
  }

  @Test
  void livenessIsEmpty() throws Exception {
    HttpResponse<String> response = get("/health/live");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void otherMachinesReachNothingOfTheServer() {
    assertThat(ListeningSocket.ofServerAt(base.getPort()))
        .isNotEmpty()
        .noneMatch(ListeningSocket::isPublic);
  }
}
