package io.awaken.server.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.tool.AgentTool;
import io.awaken.samples.Basket;
import io.awaken.samples.CatalogueImport;
import io.awaken.samples.Orders;
import io.awaken.samples.Payments;
import io.awaken.samples.Refunds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide's code is compiled and tested, and its schema is generated from it. */
class ToolGuideTest {

  private static final Path SAMPLES = Path.of("src/test/java/io/awaken/samples");
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("(?s)```" + language + "\n(.*?)\n```")
        .matcher(Files.readString(Path.of("docs", "tools.md")))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  @Test
  void everyBlockOfCodeEqualsASample() throws IOException {
    assertThat(blocks("java")).hasSizeGreaterThanOrEqualTo(5);
    for (String block : blocks("java")) {
      var name = CLASS.matcher(block);
      assertThat(name.find()).as("a block names its class").isTrue();
      assertThat(Files.readString(SAMPLES.resolve(name.group(1) + ".java"))).contains(block);
    }
  }

  @Test
  void theModelGetsTheToolsOfTheGuide() throws IOException {
    var place =
        Arrays.stream(Orders.class.getMethods())
            .filter(method -> method.getName().equals("place"))
            .findFirst()
            .orElseThrow();
    JsonNode schema = ToolMethod.of(place).descriptor(new ArgumentSchemas()).parameters();

    assertThat(ToolJson.MAPPER.readTree(blocks("json").getFirst())).hasToString(schema.toString());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {Orders.class, Payments.class, CatalogueImport.class, Refunds.class, Basket.class})
  void everyToolOfTheSamplesIsValid(Class<?> sample) throws IOException {
    assertThat(blocks("java")).anyMatch(block -> block.contains("class " + sample.getSimpleName()));
    assertThat(sample.getMethods())
        .filteredOn(method -> method.isAnnotationPresent(AgentTool.class))
        .isNotEmpty()
        .allSatisfy(method -> assertThat(ToolMethod.of(method).id()).isNotBlank());
  }
}
