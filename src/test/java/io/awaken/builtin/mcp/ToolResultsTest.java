package io.awaken.builtin.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.ToolResult;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolResultsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  @Rows(1074)
  void oneTextIsTheAnswer() throws Exception {
    ToolResult result = of("{'content':[{'type':'text','text':'hello'}]}");

    assertThat(result.modelText()).isEqualTo("hello");
    assertThat(result.content()).isEmpty();
  }

  @Test
  @Rows(1074)
  void structuredContentIsTheDataAndIsNotRepeatedAsText() throws Exception {
    ToolResult result =
        of(
            "{'structuredContent':{'a':1},'content':["
                + "{'type':'text','text':'{\\'a\\': 1}'},{'type':'text','text':'more'}]}");

    assertThat(result.data().toString()).isEqualTo("{\"a\":1}");
    assertThat(result.content()).containsExactly(new ContentBlock.Text("more"));
  }

  @ParameterizedTest
  @Rows(1074)
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'hello'    | {'type':'text','text':'hello'}                             | 0
          7          | {'type':'text','text':'7'}                                 | 0
          ['a','b']  | {'type':'text','text':'a'},{'type':'text','text':'b'}      | 0
          [1,2]      | {'type':'text','text':'[1, 2]'}                            | 0
          ['a','b']  | {'type':'text','text':'a'}                                 | 1
          'hello'    | {'type':'text','text':'other'}                             | 1
          """)
  void aWrappedListOrTextReachesTheModelOnce(String value, String content, int blocks)
      throws Exception {
    ToolResult result =
        of("{'structuredContent':{'result':" + value + "},'content':[" + content + "]}");

    assertThat(result.data().toString()).isEqualTo(("{'result':" + value + "}").replace('\'', '"'));
    assertThat(result.content()).hasSize(blocks);
  }

  @Test
  @Rows(1074)
  void imagesResourcesAndLinksAreBlocks() throws Exception {
    ToolResult result =
        of(
            "{'content':[{'type':'image','mimeType':'image/png','data':'AQID'},"
                + "{'type':'resource','resource':{'uri':'file:///a','text':'inside'}},"
                + "{'type':'resource_link','uri':'https://x.example/a','name':'a'},"
                + "{'type':'image','mimeType':'image/png','data':'%%%%!'},"
                + "{'type':'hologram','x':1}]}");

    assertThat(result.content()).hasSize(5);
    assertThat(result.content().getFirst())
        .isInstanceOfSatisfying(
            ImageBlock.class, image -> assertThat(image.data().array()).containsExactly(1, 2, 3));
    assertThat(result.content().get(1))
        .isEqualTo(new ContentBlock.Text("Resource file:///a:\ninside"));
    assertThat(result.content().get(2))
        .isEqualTo(ContentBlock.Source.url("https://x.example/a", "a"));
    assertThat(result.content().getLast())
        .isEqualTo(new ContentBlock.Text("{\"type\":\"hologram\",\"x\":1}"));
  }

  @Test
  @Rows(1074)
  void aToolErrorHasItsTextAsReason() throws Exception {
    ToolResult result = of("{'isError':true,'content':[{'type':'text','text':'no such file'}]}");

    assertThat(result.failed()).isTrue();
    assertThat(result.modelText())
        .isEqualTo("{\"error\":\"no such file\",\"code\":\"mcp_tool_error\"}");
  }

  private static ToolResult of(String json) throws Exception {
    return ToolResults.of("t", MAPPER.readTree(json.replace("\\'", "\\\"").replace('\'', '"')));
  }
}
