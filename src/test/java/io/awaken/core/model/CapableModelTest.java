package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelPrices;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CapableModelTest {

  private static final ModelPrices PRICES =
      new ModelPrices(
          new BigDecimal("3"), new BigDecimal("15"), new BigDecimal("0.3"), null, "EUR");

  private final RecordingModel provider = new RecordingModel(Script.builder().says("Yes."));

  private static ModelSpec model(
      Set<Modality> modalities, String cutoff, Boolean tellCutoff, ModelPrices prices) {
    return new ModelSpec("m", "p", "upstream", null, null, modalities, cutoff, tellCutoff, prices);
  }

  private static LlmRequest request(String name, String system, Message... messages) {
    return new LlmRequest(name, system, List.of(messages), List.of(), InferenceParameters.DEFAULT);
  }

  private static Message shows(Role role, ContentBlock... blocks) {
    return new Message("m-7", role, List.of(blocks), List.of(), null, null, null);
  }

  private StreamResult ask(ModelSpec model, LlmRequest request) throws InferenceException {
    return CapableModel.of(model, provider)
        .execute(request, LlmListener.NONE, new CancellationToken());
  }

  @ParameterizedTest
  @EnumSource(MediaKind.class)
  @Rows(1031)
  void unsupportedMediaNeverReachesTheProvider(MediaKind kind) {
    var text = new ContentBlock.Text("Look:");
    var media = kind.of("application/x-" + kind.wire(), new byte[] {1}, null);
    LlmRequest request = request("upstream", null, shows(Role.USER, text, media));
    ModelSpec reader = model(Set.of(Modality.TEXT), null, null, null);

    var refused = catchThrowableOfType(InferenceException.class, () -> ask(reader, request));

    assertThat(refused.kind()).isEqualTo(InferenceException.Kind.UNSUPPORTED_CONTENT);
    assertThat(refused.forClients())
        .contains("content[1] of the message m-7: the model m takes no " + kind.wire());
    assertThat(provider.requests()).isEmpty();
  }

  @ParameterizedTest
  @Rows({21, 1030})
  @CsvSource({"9000, 4096", "4096, 4096", "100, 100", ","})
  void theAnswerLimitIsCappedByTheModelsMaximum(Integer asked, Integer sent) throws Exception {
    var parameters = new InferenceParameters(0.5, null, asked, null);

    ask(
        new ModelSpec("m", "p", "upstream", null, 4_096),
        new LlmRequest("upstream", null, List.of(), List.of(), parameters));

    assertThat(provider.requests().getFirst().parameters())
        .isEqualTo(new InferenceParameters(0.5, null, sent, null));
  }

  @Test
  @Rows({21, 1030})
  void theProvidersDefaultAnswerLimitIsCappedToo() throws Exception {
    LlmExecutor demanding =
        new LlmExecutor() {
          @Override
          public StreamResult execute(
              LlmRequest request, LlmListener listener, CancellationToken stops)
              throws InferenceException {
            return provider.execute(request, listener, stops);
          }

          @Override
          public Integer usualAnswer(LlmRequest request) {
            return 8_192;
          }
        };
    for (int most : List.of(4_096, 9_000)) {
      CapableModel.of(new ModelSpec("m", "p", "upstream", null, most), demanding)
          .execute(request("upstream", null), LlmListener.NONE, new CancellationToken());
    }

    assertThat(provider.requests())
        .extracting(sent -> sent.parameters().maxTokens())
        .containsExactly(4_096, null);
  }

  @Test
  @Rows({1033, 1171})
  void anInterruptedAnswerHasACost() {
    var soFar =
        new StreamResult(
            List.of(), List.of(), TokenUsage.of(1_000, 1_000), StopReason.END_TURN, false);
    LlmExecutor breaking =
        (request, listener, token) -> {
          throw new InferenceException(InferenceException.Kind.TIMEOUT, "gone", null).after(soFar);
        };
    LlmExecutor model = CapableModel.of(model(null, null, null, PRICES), breaking);

    var failure =
        catchThrowableOfType(
            InferenceException.class,
            () ->
                model.execute(
                    request("upstream", null), LlmListener.NONE, new CancellationToken()));

    assertThat(failure.soFar().usage().cost()).isEqualTo(new Cost("0.018", "EUR"));
  }

  @Test
  @Rows(1031)
  void supportedAndUndeclaredInputPasses() throws Exception {
    var image = MediaKind.IMAGE.of("image/png", new byte[] {1}, null);
    var notes = MediaKind.DOCUMENT.of("text/markdown", new byte[] {'a'}, null);
    LlmRequest request = request("upstream", null, shows(Role.USER, image, notes));

    ask(model(Set.of(Modality.TEXT, Modality.IMAGE), null, null, null), request);
    ask(model(null, null, null, PRICES), request);

    assertThat(provider.requests()).hasSize(2);
  }

  @Test
  @Rows(1031)
  void mediaInAnswersIsNotInput() throws Exception {
    var image = MediaKind.IMAGE.of("image/png", new byte[] {1}, null);

    ask(
        model(Set.of(Modality.TEXT), null, null, null),
        request("upstream", null, shows(Role.ASSISTANT, image), Message.user("And?")));

    assertThat(provider.requests()).hasSize(1);
  }

  @Test
  @Rows(1032)
  void theKnowledgeCutoffFollowsThePrompt() throws Exception {
    ModelSpec model = model(null, "2025-06", null, null);

    ask(model, request("upstream", "Be kind.", Message.user("?")));
    ask(model, request("upstream", null, Message.user("?")));

    assertThat(provider.requests().getFirst().system())
        .startsWith("Be kind.\n\nYour knowledge of the world ends at 2025-06. ");
    assertThat(provider.requests().getLast().system()).startsWith("Your knowledge");
  }

  @Test
  @Rows(1032)
  void theKnowledgeCutoffCanBeDisabled() throws Exception {
    ask(model(null, "2025-06", false, PRICES), request("upstream", "Be kind."));

    assertThat(provider.requests().getFirst().system()).isEqualTo("Be kind.");
  }

  @Test
  void anotherModelOfTheProviderIsCalledUnchanged() throws Exception {
    var image = MediaKind.IMAGE.of("image/png", new byte[] {1}, null);
    LlmRequest other = request("another", "Be kind.", shows(Role.USER, image));

    StreamResult answer = ask(model(Set.of(Modality.TEXT), "2025-06", null, PRICES), other);

    assertThat(provider.requests()).containsExactly(other);
    assertThat(answer.usage() == null || answer.usage().cost() == null).isTrue();
  }

  @ParameterizedTest
  @Rows(1033)
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          # prompt, answer, read, written, thinking, cost
          1000000,  0,      -,    -,       -,        3
          0,        1000000,-,    -,       -,        15
          1,        0,      -,    -,       -,        0.000003
          1000,     100,    800,  -,       -,        0.00234
          1000,     100,    800,  200,     -,        0.00234
          1000,     100,    -,    -,       90,       0.0045
          10,       0,      20,   -,       -,        0.000006
          0,        0,      -,    -,       -,        0
          2147483647, 2147483647, -, -,    -,        38654.705646
          -,        5,      -,    -,       -,        -
          5,        -,      -,    -,       -,        -
          """)
  void aCallCostsThePriceOfItsTokens(
      Integer prompt, Integer answer, Integer read, Integer written, Integer thinking, String cost)
      throws Exception {
    var usage = new TokenUsage(prompt, answer, null, read, written, thinking);
    var priced = new RecordingModel(Script.builder().says("Yes.").andUses(usage));

    StreamResult result =
        CapableModel.of(model(null, null, null, PRICES), priced)
            .execute(request("upstream", null), LlmListener.NONE, new CancellationToken());

    assertThat(result.usage())
        .isEqualTo(usage.costing(cost == null ? null : new Cost(cost, "EUR")));
    assertThat(result.text()).isEqualTo("Yes.");
  }

  @Test
  @Rows(1033)
  void costsAreAddedExactlyAndNeverAcrossCurrencies() {
    Cost dime = new Cost("0.1", "USD");

    assertThat(Cost.sum(dime, new Cost("0.2", "USD"))).isEqualTo(new Cost("0.3", "USD"));
    assertThat(Cost.sum(new Cost("0.000000000001", "USD"), new Cost("1000000", "USD")).amount())
        .isEqualTo("1000000.000000000001");
    assertThat(Cost.sum(dime, null)).isEqualTo(dime);
    assertThat(Cost.sum(null, dime)).isEqualTo(dime);
    assertThat(Cost.sum(dime, new Cost("5", "EUR"))).isEqualTo(dime);
  }
}
