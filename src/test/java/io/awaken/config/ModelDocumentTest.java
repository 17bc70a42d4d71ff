package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelPrices;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.FolderDocuments;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The capabilities in a model's document. */
@Rows({21, 1030})
class ModelDocumentTest {

  @TempDir Path directory;

  @Test
  void aModelDeclaresInputCutoffAndPrices() throws IOException {
    ModelSpec model =
        model(
            """
            modalities: [document, text, image]
            knowledge_cutoff: 2025-06-30
            tell_knowledge_cutoff: false
            think_tags: true
            prices: {input: 3, output: 15.50, cache_read: 0.3, cache_write: 3.75, currency: EUR}
            """);

    assertThat(model.modalities())
        .containsExactly(Modality.TEXT, Modality.IMAGE, Modality.DOCUMENT);
    assertThat(model.knowledgeCutoff()).isEqualTo("2025-06-30");
    assertThat(model.statedCutoff()).isNull();
    assertThat(model.hasThinkTags()).isTrue();
    assertThat(model.prices())
        .isEqualTo(
            new ModelPrices(
                new BigDecimal("3.0"),
                new BigDecimal("15.5"),
                new BigDecimal("0.3"),
                new BigDecimal("3.75"),
                "EUR"));
  }

  @Test
  void undeclaredCapabilitiesAreUnknownAndLimitNothing() throws IOException {
    ModelSpec model = model("");

    assertThat(Set.of(Modality.values())).allMatch(model::takes);
    assertThat(model.statedCutoff()).isNull();
    assertThat(model.hasThinkTags()).isFalse();
    assertThat(model.prices()).isNull();
  }

  @Test
  void aCutoffIsReadAndPricesAreDollarsByDefault() throws IOException {
    ModelSpec model = model("knowledge_cutoff: 2025-06\nprices: {input: 1, output: 2}\n");

    assertThat(model.statedCutoff()).isEqualTo("2025-06");
    assertThat(model.prices().currency()).isEqualTo("USD");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          modalities: [image]               | modalities must contain text, which every request has
          modalities: []                    | modalities must contain text, which every request has
          modalities: image                 | modalities must be a list
          modalities: [text, smell]         | modalities[1] must be one of [audio, document, image, text, video]
          knowledge_cutoff: '2025-13'       | knowledge_cutoff must be a day such as 2025-06-30 or a month: 2025-06
          knowledge_cutoff: '2025-02-30'    | knowledge_cutoff must be a day such as 2025-06-30 or a month: 2025-06
          knowledge_cutoff: last year       | knowledge_cutoff must be a day such as 2025-06-30 or a month: 2025-06
          knowledge_cutoff: 2025            | knowledge_cutoff must be text (in quotes if it looks like a number)
          tell_knowledge_cutoff: 1          | tell_knowledge_cutoff must be true or false
          think_tags: yes please            | think_tags must be true or false
          prices: 3                         | prices must be an object
          prices: {input: 3}                | prices.output is required
          prices: {output: 3}               | prices.input is required
          prices: {input: '3', output: 1}   | prices.input must be a number
          prices: {input: -1, output: 1}    | prices.input must be 0 to 1000000 with at most 6 decimals, per million tokens
          prices: {input: 1, output: 1000001}      | prices.output must be 0 to 1000000 with at most 6 decimals, per million tokens
          prices: {input: 1, output: 0.0000001}    | prices.output must be 0 to 1000000 with at most 6 decimals, per million tokens
          prices: {input: 1, output: 1, currency: dollars} | prices.currency must be three capital letters, such as USD
          prices: {input: 1, output: 1, thinking: 1} | prices.thinking is unknown; known fields are cache_read, cache_write, currency, input, output
          """)
  void anInvalidCapabilityIsRefusedWithFileLineAndField(String line, String reason)
      throws IOException {
    assertThat(problems(line))
        .singleElement()
        .asString()
        .matches("models/m\\.yaml:3:\\d+ .*")
        .endsWith(" " + reason);
  }

  private ModelSpec model(String more) throws IOException {
    write(more);
    return load().models().stream().filter(each -> each.id().equals("m")).findFirst().orElseThrow();
  }

  private List<String> problems(String more) throws IOException {
    write(more);
    var failure = catchThrowableOfType(DocumentException.class, this::load);
    return failure.problems().stream().map(Object::toString).toList();
  }

  private void write(String more) throws IOException {
    Path models = Files.createDirectories(directory.resolve("models"));
    Files.writeString(models.resolve("m.yaml"), "provider: scripted\nmodel: m\n" + more);
  }

  private Documents load() {
    var loader = new DocumentLoader(name -> Optional.empty(), directory, Set.of("scripted"));
    return loader.load(
        List.of(new FolderDocuments(directory)), BuiltinDocuments.choose(name -> Optional.empty()));
  }
}
