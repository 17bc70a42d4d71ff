package io.awaken.interop;

import static io.awaken.process.Turns.asksForTheWeather;
import static io.awaken.process.Turns.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Nightly;
import io.awaken.interop.ModelRuns.Ended;
import io.awaken.process.Conditions;
import io.awaken.process.Documents;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Agents with a small real model on llama.cpp's own server, over each of its wires, directly and
 * behind LiteLLM. What such a model says is worth nothing, so that the tests look at how its
 * answers come and end.
 */
@Nightly("installs two model servers and waits for a real model")
class ModelServersInterop {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KEY = "sk-local-0123456789abcdef";
  private static final String SHORT = "{\"temperature\": 0, \"max_tokens\": 300}";
  private static final String SOME = "{\"temperature\": 0, \"max_tokens\": 200}";
  private static final String LONG = "{\"temperature\": 0, \"max_tokens\": 2000}";
  private static final String FORMED =
      """
      {"temperature": 0, "max_tokens": 300, "response_format": {
        "type": "json_schema", "name": "ticket", "schema": {
          "type": "object", "properties": {"topic": {"enum": ["order", "invoice"]}},
          "required": ["topic"], "additionalProperties": false}}}
      """;
  private static final String STORY = "Tell me a very long story about a lamp.";

  /** A wire, and whether LiteLLM is between. The names are those of the agents. */
  enum Way {
    CHAT("openai", false),
    RESPONSES("openai_responses", false),
    MESSAGES("anthropic", false),
    LITELLM_CHAT("openai", true),
    LITELLM_RESPONSES("openai_responses", true),
    LITELLM_MESSAGES("anthropic", true),
    LITELLM_GEMINI("gemini", true);

    private final String adapter;
    private final boolean gateway;

    Way(String adapter, boolean gateway) {
      this.adapter = adapter;
      this.gateway = gateway;
    }

    private Map<String, Object> provider() {
      String address = (gateway ? liteLlm : llamaCpp).address();
      var document = new HashMap<String, Object>();
      document.put("adapter", adapter);
      document.put("base_url", address + (adapter.equals("gemini") ? "/v1beta" : "/v1"));
      document.put("api_key", KEY);
      return document;
    }
  }

  @TempDir private static Path work;
  private static ModelServer llamaCpp;
  private static ModelServer liteLlm;
  private static InteropServer server;
  private static ModelRuns runs;

  private final String thread = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    llamaCpp = ModelServer.llamaCpp(work);
    liteLlm = ModelServer.liteLlm(work, gateway());
    var documents = new Documents(work.resolve("config"));
    for (Way way : Way.values()) {
      agent(documents, way, way.name(), Map.of());
      agent(documents, way, patient(way), Map.of("retry", Map.of("max_retries", 10)));
    }
    documents.agent("caller", 0, asksForTheWeather("I look it up."), says("It is fine."));
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", documents.folder().toString());
    settings.setProperty("awaken.http.run-overrides", "true");
    // Longer than a pause of a slow machine.
    settings.setProperty("awaken.mailbox.lease", "PT15S");
    settings.setProperty("awaken.mailbox.renew", "PT1S");
    settings.setProperty("awaken.mailbox.sweep", "PT1S");
    server = InteropServer.start(work, settings);
    runs = new ModelRuns(server.base());
  }

  private static Path gateway() throws Exception {
    Path file = work.resolve("litellm.yaml");
    var to =
        Map.of(
            "model", "openai/smollm2",
            "api_base", llamaCpp.address() + "/v1",
            "api_key", "none");
    var models = List.of(Map.of("model_name", "smollm2", "litellm_params", to));
    JSON.writeValue(
        file.toFile(), Map.of("model_list", models, "general_settings", Map.of("master_key", KEY)));
    return file;
  }

  private static void agent(Documents documents, Way way, String name, Map<String, ?> sections)
      throws Exception {
    documents.agent(
        name,
        Map.of(
            "model_id",
            name + "/smollm2",
            "system_prompt",
            "Be brief.",
            "allowed_tools",
            List.of(),
            "max_continuation_retries",
            1,
            "sections",
            sections),
        way.provider());
  }

  private static String patient(Way way) {
    return "PATIENT_" + way;
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable part : new AutoCloseable[] {runs, server, liteLlm, llamaCpp}) {
      if (part != null) {
        part.close();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void threeTurnsAreAnsweredInOneThread(Way way) throws Exception {
    for (String text : List.of("Hello.", "Say it again.", "Thank you.")) {
      assertAnswered(runs.ask(way.name(), thread, text, SHORT));
    }

    assertThat(roles()).containsSubsequence("user", "assistant", "user", "assistant", "user");
    assertThat(roles().getLast()).isEqualTo("assistant");
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aThreadWithCallsOfAnotherModelIsContinued(Way way) throws Exception {
    assertThat(runs.ask("caller", thread, "How is Bern?", "{}").termination())
        .isEqualTo("natural_end");

    assertAnswered(runs.ask(way.name(), thread, "Thank you.", SHORT));

    assertThat(roles()).startsWith("user", "assistant", "tool", "assistant", "user", "assistant");
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void anAnswerCutByItsLimitIsContinued(Way way) throws Exception {
    Ended run = runs.ask(way.name(), thread, STORY, "{\"temperature\": 0, \"max_tokens\": 8}");

    assertThat(run.end().at("/termination/value/code").asText()).isEqualTo("max_tokens");
    assertThat(run.of("inference_complete")).as("calls of the model").hasSize(2);
    assertThat(run.end().at("/result/response").asText()).isEqualTo(run.text());
  }

  @ParameterizedTest
  @EnumSource(names = {"CHAT", "LITELLM_CHAT", "LITELLM_GEMINI"})
  void anAnswerHasTheFormOfItsSchema(Way way) throws Exception {
    Ended run = runs.ask(way.name(), thread, "My lamp is broken.", FORMED);

    assertAnswered(run);
    assertThat(JSON.readTree(run.end().at("/result/response").asText()).path("topic").asText())
        .isIn("order", "invoice");
  }

  /** llama.cpp ignores schemas on these wires, also behind LiteLLM. */
  @ParameterizedTest
  @EnumSource(names = {"RESPONSES", "MESSAGES", "LITELLM_RESPONSES", "LITELLM_MESSAGES"})
  void anAnswerWithoutTheFormOfItsSchemaIsNoResult(Way way) throws Exception {
    Ended run = runs.ask(way.name(), thread, "My lamp is broken.", FORMED);

    assertThat(run.text()).isNotBlank();
    assertThat(run.end().path("termination").toString()).contains("output_invalid");
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aCancelledRunStopsTheModelServer(Way way) throws Exception {
    int before = cancelledTasks();

    Ended run = runs.ask(way.name(), thread, STORY, LONG, runs::cancel);

    assertThat(run.termination()).isEqualTo("cancelled");
    Conditions.await("llama.cpp stops the answer", () -> cancelledTasks() > before);
  }

  private static int cancelledTasks() {
    return llamaCpp.log().split("cancel task", -1).length - 1;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aRunWhoseModelServerIsKilledEndsWithAnErrorThatSaysWhy(Way way) throws Exception {
    Ended run = runs.ask(way.name(), thread, STORY, LONG, id -> llamaCpp.kill());
    llamaCpp.start();

    assertThat(run.termination()).isEqualTo("error");
    assertThat(run.text()).isNotEmpty();
    assertThat(run.end().at("/termination").toString())
        .containsAnyOf("stream_interrupted", "provider", "unreachable");
    assertAnswered(runs.ask(way.name(), thread, "Thank you.", SHORT));
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aPatientRunContinuesItsAnswerOnceTheModelServerIsBack(Way way) throws Exception {
    Ended run = runs.ask(patient(way), thread, STORY, SOME, id -> restart());

    assertThat(run.termination()).as("the end of %s", run).isIn("natural_end", "stopped");
    assertThat(run.text()).isNotBlank();
    assertThat(roles()).startsWith("user", "assistant").doesNotContain("tool");
  }

  @Test
  void aRunIsContinuedAfterItsOwnServerWasKilled() throws Exception {
    var begun = new AtomicReference<String>();

    assertThatThrownBy(
            () ->
                runs.ask(
                    Way.CHAT.name(),
                    thread,
                    STORY,
                    SOME,
                    id -> {
                      begun.set(id);
                      unchecked(server::killAndStartAgain);
                    }))
        .isInstanceOf(UncheckedIOException.class);

    Conditions.await("the run ends", () -> run(begun).path("status").asText().equals("done"));
    assertThat(run(begun).path("termination_code").asText()).isIn("natural_end", "max_tokens");
    assertThat(roles()).startsWith("user", "assistant");
  }

  private static JsonNode run(AtomicReference<String> id) {
    return runs.document("/v1/runs/" + id);
  }

  private static void restart() {
    unchecked(
        () -> {
          llamaCpp.kill();
          llamaCpp.start();
        });
  }

  private static void unchecked(ThrowingRunnable restart) {
    try {
      restart.run();
    } catch (Exception e) {
      throw new IllegalStateException("the server does not start again", e);
    }
  }

  /** Kills or starts a server. */
  @FunctionalInterface
  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  /** Ended naturally with text and counted tokens. */
  private static void assertAnswered(Ended run) {
    assertThat(run.termination()).as(() -> run.all().toString()).isEqualTo("natural_end");
    assertThat(run.text()).isNotBlank();
    assertThat(run.of("inference_complete"))
        .isNotEmpty()
        .allSatisfy(
            call -> {
              assertThat(call.at("/usage/prompt_tokens").asInt()).as("%s", call).isPositive();
              assertThat(call.at("/usage/completion_tokens").asInt()).as("%s", call).isPositive();
            });
  }

  private List<String> roles() {
    return runs.messages(thread).stream().map(each -> each.path("role").asText()).toList();
  }
}
