package io.awaken.config.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.config.BuiltinDocuments;
import io.awaken.config.DocumentLoader;
import io.awaken.config.Documents;
import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.Resolution;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FolderDocuments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run's original provider: stored without secrets, recreated with the current ones. */
@Failures("F13")
class WrittenProvidersTest {

  private static final String PROVIDER =
      """
      adapter: recording
      api_key: ${TOKEN}
      base_url: https://${HOST}/v1
      timeout_secs: 7
      adapter_options:
        max_tokens_field: max_tokens
        proxy_password: l1teral-word
        headers:
          Authorization: Bearer ${TOKEN}
          X-Account: l1teral-account
      """;

  @TempDir Path directory;
  private final Map<String, String> configured = new HashMap<>();
  private final List<ProviderSpec> made = new ArrayList<>();

  @BeforeEach
  void writeDocuments() throws IOException {
    configured.putAll(Map.of("TOKEN", "s3cret-of-then", "HOST", "then.test"));
    write("agents/a.yaml", "model_id: m\n");
    write("models/m.yaml", "provider_id: p\nupstream_model: x\n");
    write("providers/p.yaml", PROVIDER);
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private RegistrySnapshot load(String... adapters) {
    List<LlmAdapter> all = new ArrayList<>(List.of(adapter("scripted")));
    Set.of(adapters).forEach(name -> all.add(adapter(name)));
    var loader = new RegistryLoader(all, ModelPorts.plain());
    Documents documents =
        new DocumentLoader(this::find, directory, loader.adapterNames())
            .load(
                List.of(new FolderDocuments(directory)),
                BuiltinDocuments.choose(name -> Optional.empty()));
    return loader.load(documents, List.of(), PluginSet.NONE);
  }

  private Optional<String> find(String name) {
    return Optional.ofNullable(configured.get(name));
  }

  private LlmAdapter adapter(String name) {
    return new LlmAdapter() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public LlmExecutor create(ProviderSpec provider) {
        if (provider.id().equals("p")) {
          made.add(provider);
        }
        return (request, listener, cancellation) -> {
          throw new AssertionError("no test calls the model here");
        };
      }
    };
  }

  /** The provider with which a run with this version continues now. */
  private ProviderSpec again(Resolution resolution, RegistrySnapshot now) {
    made.clear();
    AgentResolver.resolve(now.pinned("a", resolution), "a");
    return made.getLast();
  }

  private String missing(Resolution resolution, RegistrySnapshot now) {
    var failure =
        catchThrowableOfType(
            ResolveException.class, () -> AgentResolver.resolve(now.pinned("a", resolution), "a"));
    assertThat(failure.kind()).isEqualTo(ResolveException.Kind.PINNED_VERSION_UNAVAILABLE);
    return failure.getMessage();
  }

  @Test
  void onlyReferencesToSecretsAreStored() {
    String body = load("recording").resolution("a").body();

    assertThat(body)
        .contains("\"${TOKEN}\"", "\"Bearer ${TOKEN}\"", "https://${HOST}/v1", "max_tokens")
        .doesNotContain("s3cret", "l1teral", "then.test");
  }

  @Test
  void aLiteralKeyIsNotStored() throws IOException {
    write(
        "providers/p.yaml",
        """
        adapter: recording
        api_key: l1teral-key
        base_url: https://ann:l1teral-word@far.test/v1
        adapter_options: {headers: {Authorization: "Bearer l1teral $${TOKEN}"}}
        """);

    RegistrySnapshot snapshot = load("recording");

    assertThat(made.getLast().apiKey().reveal()).isEqualTo("l1teral-key");
    assertThat(snapshot.resolution("a").body())
        .doesNotContain("l1teral", "ann:", "far.test")
        .contains("\"recording\"");
  }

  @Test
  void anotherSecretDoesNotCreateAVersion() throws IOException {
    String before = load("recording").resolution("a").hash();
    configured.put("TOKEN", "rotated");
    write("providers/p.yaml", PROVIDER.replace("l1teral-word", "l1teral-other"));

    assertThat(load("recording").resolution("a").hash()).isEqualTo(before);

    write("providers/p.yaml", PROVIDER.replace("timeout_secs: 7", "timeout_secs: 8"));
    assertThat(load("recording").resolution("a").hash()).isNotEqualTo(before);
  }

  @Test
  void aProviderIsRecreatedWithCurrentSecrets() throws IOException {
    Resolution before = load("recording").resolution("a");
    configured.put("TOKEN", "s3cret-of-now");
    write(
        "providers/p.yaml",
        PROVIDER.replace("timeout_secs: 7", "timeout_secs: 8").replace("-account", "-of-now"));

    ProviderSpec again = again(before, load("recording"));

    assertThat(again.timeoutSecs()).isEqualTo(7);
    assertThat(again.baseUrl()).isEqualTo("https://then.test/v1");
    assertThat(again.apiKey().reveal()).isEqualTo("s3cret-of-now");
    assertThat(again.adapterOptions().get("proxy_password").asText()).isEqualTo("l1teral-word");
    assertThat(again.adapterOptions().get("headers"))
        .hasToString(
            "{\"Authorization\":\"Bearer s3cret-of-now\",\"X-Account\":\"l1teral-of-now\"}");
  }

  @Test
  void aProviderWithReferencesOnlyIsRecreatedWithoutItsDocument() throws IOException {
    write("providers/p.yaml", "adapter: recording\napi_key: ${TOKEN}\n");
    Resolution before = load("recording").resolution("a");
    withoutProvider();

    assertThat(again(before, load("recording")).apiKey().reveal()).isEqualTo("s3cret-of-then");
  }

  private void withoutProvider() throws IOException {
    Files.delete(directory.resolve("providers/p.yaml"));
    write("models/m.yaml", "provider_id: scripted\nupstream_model: x\n");
  }

  @Test
  void missingValuesAreNamedAndNeverShown() throws IOException {
    Resolution before = load("recording").resolution("a");
    withoutProvider();

    assertThat(missing(before, load("recording")))
        .contains(
            "provider p: adapter_options.proxy_password is not stored, since it is not a reference")
        .doesNotContain("l1teral");
    assertThat(missing(before, load())).endsWith(": adapter recording of provider p");

    write("providers/p.yaml", "adapter: scripted\n");
    configured.remove("TOKEN");
    assertThat(missing(before, load("recording")))
        .contains("api_key refers to TOKEN, which is not set");
  }

  @Test
  void theBuiltInProviderIsStoredWithItsReference() {
    Documents builtin =
        BuiltinDocuments.choose(
            name ->
                Optional.ofNullable(
                    Map.of("OPENAI_API_KEY", "s3cret", "OPENAI_BASE_URL", "https://far.test/v1")
                        .get(name)));

    String body =
        new RegistryLoader(List.of(adapter("openai")), ModelPorts.plain())
            .load(builtin, List.of(), PluginSet.NONE)
            .resolution("default")
            .body();

    assertThat(body).contains("${OPENAI_API_KEY}", "far.test").doesNotContain("s3cret");
  }
}
