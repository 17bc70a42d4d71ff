package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.body;
import static io.awaken.protocol.mcp.McpApi.modern;
import static io.awaken.protocol.mcp.McpApi.modernRequest;
import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.PromptSpec.PromptMessage;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.ResourceSpec.Argument;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources from documents and their completions, in both eras. */
class McpDocumentResourcesTest {

  private static final ResourceSpec PRICES =
      new ResourceSpec(
          "prices", "docs://prices", null, "Prices", "All.", "text/csv", "a;1", null, null);
  private static final ResourceSpec LOGO =
      new ResourceSpec("logo", "docs://logo", null, null, null, "image/png", null, "AAEC", null);
  private static final ResourceSpec PRODUCT =
      new ResourceSpec(
          "product",
          null,
          "docs://products/{id}/{part}",
          null,
          null,
          "application/json",
          "{\"id\": \"{{id}}\", \"part\": \"{{part}}\"}",
          null,
          List.of(new Argument("part", List.of("size", "Safety", "weight"))));

  private final McpApi api = new McpApi(Script.builder().says("Hello").repeating().build());

  McpDocumentResourcesTest() {
    api.resources = List.of(LOGO, PRICES, PRODUCT);
  }

  private JsonNode asked(String method, String name, String params) {
    return body(api.post(modern(method, name), modernRequest(1, method, params, "{}")));
  }

  private JsonNode read(String uri) {
    return asked("resources/read", uri, "{'uri':'%s'}".formatted(uri));
  }

  @Test
  @Rows(1260)
  void documentsAreListedInFrontOfThreadsAndRuns() {
    api.frames(
        api.open(
            modern("tools/call", "a"),
            modernRequest(1, "tools/call", "{'name':'a','arguments':{'message':'Hi'}}", "{}")));

    JsonNode resources = asked("resources/list", null, "{}").at("/result/resources");

    assertThat(resources.get(0))
        .isEqualTo(
            McpApi.json("{\"uri\":\"docs://logo\",\"name\":\"logo\",\"mimeType\":\"image/png\"}"));
    assertThat(resources.get(1).get("title").asText()).isEqualTo("Prices");
    assertThat(resources.get(2).get("uri").asText()).startsWith("awaken://threads/");
    assertThat(resources.get(3).get("uri").asText()).startsWith("awaken://runs/");
    assertThat(resources).hasSize(4);
  }

  @Test
  @Rows(1260)
  void documentsThreadsAndRunsAreListedInPages() {
    api.frames(
        api.open(
            modern("tools/call", "a"),
            modernRequest(1, "tools/call", "{'name':'a','arguments':{'message':'Hi'}}", "{}")));
    api.resources =
        IntStream.range(100, 300)
            .mapToObj(
                i ->
                    new ResourceSpec(
                        "r" + i, "docs://" + i, null, null, null, null, "x", null, null))
            .toList();

    var names = new ArrayList<String>();
    var sizes = new ArrayList<Integer>();
    JsonNode page = asked("resources/list", null, "{}").get("result");
    while (true) {
      page.get("resources").forEach(each -> names.add(each.get("uri").asText()));
      sizes.add(page.get("resources").size());
      if (!page.has("nextCursor")) {
        break;
      }
      String cursor = "{'cursor':'%s'}".formatted(page.get("nextCursor").asText());
      page = asked("resources/list", null, cursor).get("result");
    }

    assertThat(sizes).containsExactly(100, 100, 2);
    assertThat(names).doesNotHaveDuplicates().contains("docs://100", "docs://299").hasSize(202);
  }

  @Test
  @Rows(1260)
  void textBytesAndTemplatesAreRead() {
    assertThat(read("docs://prices").at("/result/contents/0"))
        .isEqualTo(
            McpApi.json("{\"uri\":\"docs://prices\",\"mimeType\":\"text/csv\",\"text\":\"a;1\"}"));
    assertThat(read("docs://logo").at("/result/contents/0/blob").asText()).isEqualTo("AAEC");
    assertThat(read("docs://products/{{part}}/size").at("/result/contents/0/text").asText())
        .isEqualTo("{\"id\": \"{{part}}\", \"part\": \"size\"}");
    assertThat(asked("resources/templates/list", null, "{}").at("/result/resourceTemplates"))
        .anyMatch(each -> each.get("uriTemplate").asText().equals(PRODUCT.uriTemplate()))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"docs://price", "docs://products/7", "docs://products/7/price", "docs://"})
  @Rows(1260)
  void anUnknownUriIsNotFound(String uri) {
    JsonNode error = read(uri).get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
  }

  @Test
  @Rows(1260)
  void aSessionReadsDocuments() {
    var session = api.session("2025-11-25", "{}");

    JsonNode read =
        body(api.post(session, request(2, "resources/read", "{'uri':'docs://prices'}")));

    assertThat(read.at("/result/contents/0/text").asText()).isEqualTo("a;1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'ref/resource','uri':'docs://products/{id}/{part}' | part | s  | ["size","Safety"]
          'ref/resource','uri':'docs://products/{id}/{part}' | part | x  | []
          'ref/resource','uri':'docs://products/{id}/{part}' | id   | '' | []
          'ref/resource','uri':'awaken://runs/{run_id}'      | run_id | a | []
          'ref/prompt','name':'greeting'                     | who  | A  | ["Ada"]
          """)
  @Rows(1261)
  void valuesAreCompleted(String of, String argument, String typed, String values) {
    api.prompts = List.of(greeting());

    JsonNode completion =
        asked(
                "completion/complete",
                null,
                "{'ref':{'type':%s},'argument':{'name':'%s','value':'%s'}}"
                    .formatted(of, argument, typed))
            .at("/result/completion");

    assertThat(completion.get("values")).hasToString(values);
    assertThat(completion.get("total").asInt()).isEqualTo(completion.get("values").size());
    assertThat(completion.get("hasMore").asBoolean()).isFalse();
  }

  @Test
  @Rows(1261)
  void aCompletionHasAtMostAHundredValues() {
    var values = IntStream.range(0, 150).mapToObj(i -> "v" + i).toList();
    api.prompts = List.of(greeting(values));

    JsonNode completion =
        asked(
                "completion/complete",
                null,
                "{'ref':{'type':'ref/prompt','name':'greeting'},"
                    + "'argument':{'name':'who','value':'v'}}")
            .at("/result/completion");

    assertThat(completion.get("values")).hasSize(100);
    assertThat(completion.get("total").asInt()).isEqualTo(150);
    assertThat(completion.get("hasMore").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'ref':{'type':'ref/prompt','name':'none'},'argument':{'name':'who','value':''}     | argument.name
          'ref':{'type':'ref/prompt','name':'greeting'},'argument':{'name':'x','value':''}   | argument.name
          'ref':{'type':'ref/resource','uri':'docs://x'},'argument':{'name':'x','value':''}  | argument.name
          'ref':{'type':'ref/tool','name':'greeting'},'argument':{'name':'x','value':''}     | ref.type
          'ref':{'type':'ref/prompt'},'argument':{'name':'x','value':''}                     | ref.name
          'ref':{'type':'ref/prompt','name':'greeting'},'argument':{'name':'x'}              | argument.value
          """)
  @Rows(1261)
  void aCompletionOfAnUnknownArgumentIsRefused(String params, String field) {
    api.prompts = List.of(greeting());

    JsonNode error = asked("completion/complete", null, "{" + params + "}").get("error");

    assertThat(error.get("code").asInt()).isEqualTo(-32602);
    assertThat(error.at("/data/field").asText()).isEqualTo(field);
  }

  private static PromptSpec greeting() {
    return greeting(List.of("Ada", "Bo"));
  }

  private static PromptSpec greeting(List<String> values) {
    return new PromptSpec(
        "greeting",
        null,
        null,
        List.of(new PromptSpec.Argument("who", null, null, true, values)),
        List.of(new PromptMessage(PromptSpec.Role.USER, "Greet {{who}}.")));
  }
}
