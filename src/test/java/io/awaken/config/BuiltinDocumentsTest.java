package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        choose(Map.of("OPENAI_BASE_URL", "http://localhost:9/v1", "awaken.default-model", "mine"));

    assertThat(documents.providers().getFirst().apiKey()).isNull();
    assertThat(documents.providers().getFirst().baseUrl()).isEqualTo("http://localhost:9/v1");
    assertThat(documents.models().getFirst().upstreamModel()).isEqualTo("mine");
  }

  @Test
  void anInvalidAddressIsRefusedByName() {
    assertThatExceptionOfType(DocumentException.class)
        .isThrownBy(() -> choose(Map.of("OPENAI_BASE_URL", "localhost")))
        .withMessage("OPENAI_BASE_URL must be an http or https address");
    assertThatExceptionOfType(DocumentException.class)
        .isThrownBy(() -> choose(Map.of("OLLAMA_HOST", "ftp://localhost")))
        .withMessage("OLLAMA_HOST must be an http or https address, or host and port");
  }

  @ParameterizedTest
  @Rows(109)
  @CsvSource({
    "ANTHROPIC_API_KEY, k, anthropic, claude-sonnet-5-5",
    "GEMINI_API_KEY,    k, gemini,    gemini-flash-latest",
    "OLLAMA_HOST,       h, ollama,    qwen3:4b",
    "OPENAI_API_KEY,    k, openai,    gpt-5-mini",
  })
  void oneVariableChoosesAProviderAndItsModel(
      String variable, String value, String provider, String model) {
    Documents documents = choose(Map.of(variable, value));

    assertThat(answering(documents)).isEqualTo(provider + "/" + model);
    assertThat(documents.providers().getFirst().adapter()).isEqualTo(provider);
  }

  @ParameterizedTest
  @CsvSource({
    "ANTHROPIC GEMINI OLLAMA OPENAI, ,                      anthropic/claude-sonnet-5-5",
    "GEMINI OLLAMA OPENAI,           ,                      gemini/gemini-flash-latest",
    "OLLAMA OPENAI,                  ,                      ollama/qwen3:4b",
    "ANTHROPIC OPENAI,               claude-opus,           anthropic/claude-opus",
    "ANTHROPIC OPENAI,               openai/gpt-5,          openai/gpt-5",
    "OLLAMA OPENAI,                  ollama/org/model:7b,   ollama/org/model:7b",
    "OPENAI,                         anthropic/claude-opus, openai/anthropic/claude-opus",
    "OPENAI,                         openai/openai/gpt-oss, openai/openai/gpt-oss",
    "'',                             openai/gpt-5,          scripted/scripted",
  })
  void theFirstProviderAnswersUnlessTheModelNamesAnother(
      String configured, String model, String answers) {
    var variables = new HashMap<String, String>();
    for (String name : configured.split(" ")) {
      variables.put(name.equals("OLLAMA") ? "OLLAMA_HOST" : name + "_API_KEY", "x");
    }
    if (model != null) {
      variables.put("awaken.default-model", model);
    }

    assertThat(answering(choose(variables))).isEqualTo(answers);
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, http://localhost:11434",
    "gpu.local:8080, http://gpu.local:8080",
    ":8080, http://127.0.0.1:8080",
    "0.0.0.0, http://127.0.0.1:11434",
    "0.0.0.0:8080, http://127.0.0.1:8080",
    "::1, http://[::1]:11434",
    "[::]:8080, http://[::1]:8080",
    "127.0.0.1:11434/, http://127.0.0.1:11434",
    "https://ollama.com, https://ollama.com",
    "http://0.0.0.0:8080, http://127.0.0.1:8080",
  })
  void theHostOfOllamaIsReadLikeItsClientDoes(String host, String address) {
    assertThat(provider(Map.of("OLLAMA_HOST", host)).baseUrl()).isEqualTo(address);
  }

  private static String answering(Documents documents) {
    return documents.models().getFirst().providerId()
        + "/"
        + documents.models().getFirst().upstreamModel();
  }

  @Test
  void aScriptPrecedesEveryKey() throws IOException {
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
