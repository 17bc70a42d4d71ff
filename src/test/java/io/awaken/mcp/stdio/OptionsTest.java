package io.awaken.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of the launcher. */
@Rows(1150)
class OptionsTest {

  private static final String URL = "http://localhost:8080/v1/mcp";

  @Test
  void theTokenComesFromTheEnvironmentAndIsShownNowhere() throws Exception {
    Options options = Options.of(List.of("--url", URL), Map.of("AWAKEN_MCP_TOKEN", "secret"));

    assertThat(options.token()).isEqualTo("secret");
    assertThat(options).asString().contains(URL).doesNotContain("secret");
    assertThat(options.exposesToken()).isFalse();
  }

  @Test
  void anUnencryptedTokenIsDetected() throws Exception {
    var token = Map.of("AWAKEN_MCP_TOKEN", "secret");

    assertThat(Options.of(List.of("--url", "http://awaken.example.com/mcp"), token).exposesToken())
        .isTrue();
    assertThat(Options.of(List.of("--url", "https://awaken.example.com/mcp"), token).exposesToken())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "localhost:8080",
        "http://",
        "http://u:p@host/",
        "http://h/#x"
      })
  void anInvalidAddressIsRefused(String url) {
    assertThatThrownBy(() -> Options.of(List.of("--url", url), Map.of()))
        .isInstanceOf(Options.Unusable.class)
        .hasMessageContaining("--url");
  }

  @Test
  void otherArgumentsAreRefused() {
    assertThatThrownBy(() -> Options.of(List.of("--url", URL, "--token", "x"), Map.of()))
        .isInstanceOf(Options.Unusable.class);
    assertThatThrownBy(() -> Options.of(List.of(), Map.of())).isInstanceOf(Options.Unusable.class);
  }

  @Test
  void anInvalidTokenIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> Options.of(List.of("--url", URL), Map.of("AWAKEN_MCP_TOKEN", "a\nb")))
        .isInstanceOf(Options.Unusable.class)
        .hasMessageNotContaining("a\nb");
  }
}
