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
