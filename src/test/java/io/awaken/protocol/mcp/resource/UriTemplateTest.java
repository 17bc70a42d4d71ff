package io.awaken.protocol.mcp.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.protocol.mcp.resource.DocumentResources.UriTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** URIs that match a template, and their variables. */
@Rows(1260)
class UriTemplateTest {

  @ParameterizedTest
  @CsvSource({
    "docs://p/{id}, docs://p/7, {id=7}",
    "docs://p/{id}/data, docs://p/7/data, {id=7}",
    "docs://p/{id}-{part}, docs://p/a-b-c, '{id=a, part=b-c}'",
    "docs://p/{id}/x/{part}.json, docs://p/a/x/b.json.json, '{id=a, part=b.json}'",
    "docs://p/{id}, docs://p/a%20b+c, {id=a b+c}",
  })
  void theVariablesOfAUriAreRead(String template, String uri, String values) {
    assertThat(new UriTemplate(template).match(uri).orElseThrow()).hasToString(values);
  }

  @ParameterizedTest
  @CsvSource({
    "docs://p/{id}, docs://p/",
    "docs://p/{id}, docs://q/7",
    "docs://p/{id}, docs://p/7/8",
    "docs://p/{id}, docs://p/7?x=8",
    "docs://p/{id}, docs://p/7#8",
    "docs://p/{id}/data, docs://p/7/date",
    "docs://p/{id}/data, docs://p//data",
    "docs://p/{id}, docs://p/%ZZ",
    "docs://p/{id}-{part}, docs://p/-b",
  })
  void aUriOfAnotherFormDoesNotMatch(String template, String uri) {
    assertThat(new UriTemplate(template).match(uri)).isEmpty();
  }

  @Test
  void anEscapedSlashBelongsToItsVariable() {
    assertThat(new UriTemplate("docs://p/{id}").match("docs://p/a%2Fb").orElseThrow())
        .containsEntry("id", "a/b");
  }
}
