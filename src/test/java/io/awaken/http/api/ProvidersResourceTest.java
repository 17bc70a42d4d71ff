package io.awaken.http.api;

import static io.awaken.http.api.run.AskingApi.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelCatalog;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.Rows;
import io.awaken.http.api.run.AskingApi;
import io.awaken.http.api.run.RunsApi;
import io.awaken.http.security.AdminRole;
import io.awaken.http.security.KnownCallers;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.upstream.ProviderClient;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.Test;

/** The tests of providers for operators. */
class ProvidersResourceTest {

  private static final String SECRET = "sk-canary said the provider";

  private final List<String> asked = new ArrayList<>();
  private Exception failure;
  private int offers = 2;

  private ProvidersResource resource(ModelSpec... models) {
    var byId = new HashMap<String, ModelSpec>();
    List.of(models).forEach(model -> byId.put(model.id(), model));
    var registry =
        new RegistrySnapshot(
            Map.of(),
            byId,
            Map.of("p", new Provider()),
            Map.of(),
            PluginSet.of(List.of(), List.of()),
            ModelPorts.plain());
    var resource = new ProvidersResource();
    resource.registry = () -> registry;
    resource.client = new Client();
    resource.admin = new AdminRole("operators");
    resource.security = KnownCallers.of(RunsApi.OPERATOR);
    return resource;
  }

  private static final class Provider implements LlmExecutor, ModelCatalog {
    @Override
    public StreamResult execute(LlmRequest request, LlmListener listener, CancellationToken stops) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<String> models(int most, CancellationToken cancellation) {
      throw new UnsupportedOperationException();
    }
  }

  private final class Client implements ProviderClient {
    @Override
    public void ask(LlmExecutor provider, String model)
        throws InferenceException, InterruptedException {
      asked.add(model);
      fail();
    }

    @Override
    public List<String> models(ModelCatalog provider, int most)
        throws InferenceException, InterruptedException {
      asked.add("list of " + most);
      fail();
      return Collections.nCopies(Math.min(most, offers), "m");
    }

    private void fail() throws InferenceException, InterruptedException {
      switch (failure) {
        case null -> {}
        case InferenceException inference -> throw inference;
        case InterruptedException late -> throw late;
        default -> throw (RuntimeException) failure;
      }
    }
  }

  @Test
  @Rows(1034)
  void aProviderThatAnswersIsOk() {
    JsonNode tested = AskingApi.wire(resource(new ModelSpec("b", "p", "up-b")).test("p", "named"));

    assertThat(tested.get("ok").asBoolean()).isTrue();
    assertThat(tested.get("latency_ms").asLong()).isNotNegative();
    assertThat(tested.get("model").asText()).isEqualTo("named");
    assertThat(tested.has("error")).isFalse();
    assertThat(asked).containsExactly("named");
  }

  @Test
  @Rows(1034)
  void withoutAModelTheFirstDocumentsModelOrTheListIsTested() {
    var other = new ModelSpec("0", "other", "up-0");
    resource(new ModelSpec("b", "p", "up-b"), new ModelSpec("a", "p", "up-a"), other)
        .test("p", null);
    var tested = resource(other).test("p", null);

    assertThat(asked).containsExactly("up-a", "list of 1");
    assertThat(tested.ok()).isTrue();
    assertThat(tested.model()).isNull();
  }

  @Test
  @Rows(1034)
  void aFailureShowsItsKindButNotTheProvidersMessage() {
    failure = new InferenceException(Kind.UNAUTHORIZED, SECRET, null);

    JsonNode tested = AskingApi.wire(resource().test("p", "m"));

    assertThat(tested.get("ok").asBoolean()).isFalse();
    assertThat(tested.get("error"))
        .hasToString(
            "{\"code\":\"unauthorized\","
                + "\"message\":\"the model provider refused the credentials (unauthorized)\"}");
    assertThat(tested.toString()).doesNotContain("canary");
  }

  @Test
  @Rows(1034)
  void aSlowProviderIsATimeoutHoweverTheServerReportsIt() {
    for (Exception late : List.of(new TimeoutException("late"), new InterruptedException())) {
      failure = late;

      assertThat(resource().test("p", "m").error().code()).isEqualTo("timeout");
    }
  }

  @Test
  @Rows(1034)
  void anInvalidNameIsRefusedByItsField() {
    for (String name : List.of("", " ", "x".repeat(257))) {
      Refusal refused = refusal(() -> resource().test("p", name));

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.field()).isEqualTo("model");
    }
    assertThat(asked).isEmpty();
  }

  @Test
  @Rows(1035)
  void aListIsShownUpToItsLimit() {
    assertThat(resource().models("p").items()).hasSize(2);
    assertThat(resource().models("p").hasMore()).isFalse();

    offers = 5_000;
    assertThat(resource().models("p").items()).hasSize(1_000);
    assertThat(resource().models("p").hasMore()).isTrue();
  }

  @Test
  @Rows(1035)
  void aFailedListIsAProviderFailureWithoutItsMessage() {
    failure = new InferenceException(Kind.PROVIDER, SECRET, null);

    Refusal refused = refusal(() -> resource().models("p"));

    assertThat(refused.status()).isEqualTo(502);
    assertThat(refused.code()).isEqualTo("provider_failed");
    assertThat(refused.message()).isEqualTo("the model provider failed (provider)");
  }
}
