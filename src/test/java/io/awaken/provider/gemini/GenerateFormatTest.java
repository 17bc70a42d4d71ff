package io.awaken.provider.gemini;

import static io.awaken.fixture.Formats.CITY;
import static io.awaken.fixture.Formats.asking;
import static io.awaken.fixture.Formats.tool;
import static io.awaken.provider.gemini.GeminiFixture.json;
import static io.awaken.provider.gemini.GeminiFixture.sent;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Formats;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** Response formats on this wire. */
@Rows(1022)
class GenerateFormatTest {

  private static String system(JsonNode sent) {
    return sent.at("/systemInstruction/parts/0/text").textValue();
  }

  @Test
  @Carries("gemini:structured")
  void aSchemaIsSentUnchanged() throws Exception {
    JsonNode sent = sent(asking("gemini-2.5-flash", CITY));

    assertThat(sent.path("generationConfig"))
        .isEqualTo(
            json(
                "{'responseMimeType':'application/json','responseJsonSchema':{'type':'object',"
                    + "'properties':{'city':{'type':'string'},"
                    + "'days':{'type':'integer','minimum':1}},'required':['city']}}"));
    assertThat(system(sent)).isEqualTo("Be brief.");
  }

  @Test
  void withToolsOnlyNewerModelsGetTheSchema() throws Exception {
    JsonNode newer = sent(asking("gemini-3-flash-preview", CITY, tool()));
    JsonNode older = sent(asking("gemini-2.5-flash", CITY, tool()));

    assertThat(newer.at("/generationConfig/responseJsonSchema")).isEqualTo(CITY.schema());
    assertThat(older.has("generationConfig")).isFalse();
    assertThat(system(older)).isEqualTo("Be brief.\n\n" + Formats.words(CITY.schema()));
  }

  @Test
  void jsonWithoutASchemaIsAlsoRequestedInThePrompt() throws Exception {
    JsonNode sent = sent(asking("gemini-2.5-flash", ResponseFormat.JSON_OBJECT));

    assertThat(sent.path("generationConfig"))
        .isEqualTo(json("{'responseMimeType':'application/json'}"));
    assertThat(system(sent)).isEqualTo("Be brief.\n\n" + Formats.WORDS);
  }
}
