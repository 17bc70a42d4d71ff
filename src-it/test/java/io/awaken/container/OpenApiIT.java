package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.Rows;
import io.awaken.server.NativeApiDocument;
import io.smallrye.openapi.runtime.io.Format;
import io.smallrye.openapi.runtime.io.OpenApiSerializer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.junit.jupiter.api.Test;

/**
 * Compares each server's OpenAPI document with the one generated in this process, so that all
 * servers serve the same document.
 */
class OpenApiIT extends BuiltArchiveTest {

  /**
   * Payara reads every class of the archive before it answers its first request, scan or not: 4
   * seconds of a quiet machine, more than 20 beside other tests.
   */
  private static final Duration FIRST_DOCUMENT = Duration.ofMinutes(2);

  @Test
  @Rows(233)
  void theDocumentIsTheSameOnEveryServer() throws IOException {
    Answer answer = openapi("Accept", "application/json");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).startsWith("application/json");
    var served = (ObjectNode) answer.json();
    assertThat(served.remove("servers")).isEqualTo(ApiClient.JSON.readTree("[{\"url\":\"/\"}]"));
    assertThat(withoutTheServersOwn(served)).isEqualTo(generated());
  }

  @Test
  void aBrowserGetsTheDocumentAsText() {
    Answer answer = openapi();

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).contains("openapi: 3.0.3", "/v1/runs/{id}/events/stream");
  }

  private Answer openapi(String... headers) {
    try (ApiClient patient = api.waiting(FIRST_DOCUMENT)) {
      return patient.get("/openapi", headers);
    }
  }

  /** The replacement of the deprecated class needs a complete configuration. */
  @SuppressWarnings("deprecation")
  private static JsonNode generated() throws IOException {
    ConfigProviderResolver.setInstance(new NoConfiguration());
    String json = OpenApiSerializer.serialize(new NativeApiDocument().buildModel(), Format.JSON);
    JsonNode generated = ApiClient.JSON.readTree(json);
    // Headers have only one style, which servers omit.
    generated.findParents("style").forEach(header -> ((ObjectNode) header).remove("style"));
    return generated;
  }

  /**
   * Removes server-specific parts: one server adds a list of its routes, the other empty objects
   * for parts that the document does not have.
   */
  private static JsonNode withoutTheServersOwn(ObjectNode served) {
    served.remove("endpoints");
    removeEmpty(served, "externalDocs");
    List.of("contact", "license")
        .forEach(name -> removeEmpty((ObjectNode) served.get("info"), name));
    return served;
  }

  private static void removeEmpty(ObjectNode parent, String name) {
    if (parent.path(name).isObject() && parent.path(name).isEmpty()) {
      parent.remove(name);
    }
  }
}
