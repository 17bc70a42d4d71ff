package io.awaken.server.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.spec.ProviderSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltinDocumentsTest {

  @TempDir Path directory;

  @Test
  void withoutConfigurationTheModelIsTheScriptedDemo() {
    assertThat(provider(Map.of())).isEqualTo(scripted());
    assertThat(provider(Map.of("OPENAI_API_KEY", " "))).isEqualTo(scripted());
  }

  @Test
  void aKeyAloneMeansTheProvidersOwnAddress() {
    ProviderSpec provider = provider(Map.of("OPENAI_API_KEY", "k"));

    assertThat(provider.adapter()).isEqualTo("openai");
    assertThat(provider.apiKey().reveal()).isEqualTo("k");
    assertThat(provider.baseUrl()).isEqualTo("https://api.openai.com/v1");
  }

  @Test
  void anAddressAloneNeedsNoKey() {
    Documents documents =
        choose(Map.of("OPENAI_BASE_URL", "http://localhost:9/v1", "awaken.model", "mine"));

    assertThat(documents.providers().getFirst().apiKey()).isNull();
    assertThat(documents.providers().getFirst().baseUrl()).isEqualTo("http://localhost:9/v1");
    assertThat(documents.models().getFirst().upstreamModel()).isEqualTo("mine");
  }

  @Test
  void anAddressThatIsNoneIsRefusedByName() {
    assertThatExceptionOfType(DocumentException.class)
        .isThrownBy(() -> choose(Map.of("OPENAI_BASE_URL", "localhost")))
        .withMessage("OPENAI_BASE_URL must be an http or https address");
  }

  @Test
  void aScriptWinsOverEveryKey() throws IOException {
    Path script = Files.writeString(directory.resolve("s.yaml"), "turns:\n  - text: hi\n");

    ProviderSpec provider =
        provider(Map.of("awaken.model.script", script.toString(), "OPENAI_API_KEY", "k"));

    assertThat(provider.adapter()).isEqualTo("scripted");
    assertThat(provider.adapterOptions().get("script"))
        .hasToString("{\"turns\":[{\"text\":\"hi\"}]}");
  }

  @Test
  void aScriptThatCannotBeReadIsNamed() {
    Path gone = directory.resolve("gone.yaml");

    assertThatExceptionOfType(DocumentException.class)
        .isThrownBy(() -> choose(Map.of("awaken.model.script", gone.toString())))
        .withMessage(gone + " cannot be read");
  }

  private static ProviderSpec scripted() {
    return new ProviderSpec("scripted", "scripted", null, null, null, null);
  }

  private static ProviderSpec provider(Map<String, String> configured) {
    return choose(configured).providers().getFirst();
  }

  private static Documents choose(Map<String, String> configured) {
    return BuiltinDocuments.choose(name -> Optional.ofNullable(configured.get(name)));
  }
}
