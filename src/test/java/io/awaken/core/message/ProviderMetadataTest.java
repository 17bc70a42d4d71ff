package io.awaken.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.Blocks;
import io.awaken.provider.scripted.ScriptedAdapter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The part of a conversation that a provider sees. */
class ProviderMetadataTest {

  private static Message answer() {
    var call = new ToolCall("c", "t", JsonNodeFactory.instance.objectNode());
    return new Message(
            "m",
            Role.ASSISTANT,
            List.of(
                new ContentBlock.Text("said", Blocks.metadata()),
                ContentBlock.Thinking.signed("hm", "zeta", "by-zeta"),
                new ContentBlock.Thinking("", "alpha", null, "by-alpha", null),
                new ContentBlock.Thinking("nobody's", null, "of nobody", null, null)),
            List.of(call.with(Blocks.metadata())),
            null,
            null,
            null)
        .with(Blocks.metadata());
  }

  private static Message seenBy(String provider) {
    return ProviderMetadata.seenBy(provider, List.of(answer())).getFirst();
  }

  @Test
  void aProviderSeesOnlyItsOwnMetadata() {
    ObjectNode own = ProviderMetadata.of("zeta", Blocks.metadata().get("zeta"));

    Message seen = seenBy("zeta");

    assertThat(seen.providerMetadata()).isEqualTo(own);
    assertThat(seen.toolCalls().getFirst().providerMetadata()).isEqualTo(own);
    assertThat(seen.content())
        .containsExactly(
            new ContentBlock.Text("said", own),
            ContentBlock.Thinking.signed("hm", "zeta", "by-zeta"),
            new ContentBlock.Thinking(""),
            new ContentBlock.Thinking("nobody's"));
  }

  @Test
  void anotherProviderSeesOnlyTexts() {
    Message seen = seenBy("gamma");

    assertThat(seen.providerMetadata()).isNull();
    assertThat(seen.toolCalls().getFirst().providerMetadata()).isNull();
    assertThat(seen.content())
        .containsExactly(
            new ContentBlock.Text("said"),
            new ContentBlock.Thinking("hm"),
            new ContentBlock.Thinking(""),
            new ContentBlock.Thinking("nobody's"));
  }

  @Test
  void aConversationWithoutMetadataOfOthersIsNotCopied() {
    List<Message> plain = List.of(Message.user("a", "hello"), seenBy("zeta"));

    assertThat(ProviderMetadata.seenBy("zeta", plain)).isSameAs(plain);
  }

  @Test
  void aScriptedModelSeesOnlyItsProvidersMetadata() throws Exception {
    var script = JsonNodeFactory.instance.objectNode();
    script.putArray("turns").addObject().put("text", "").put("tells_received", true);
    var provider = new ProviderSpec("zeta", "scripted", null, null, 1, Map.of("script", script));
    var model = new ScriptedAdapter(path -> null).create(provider);
    var request =
        new LlmRequest(
            "m",
            null,
            List.of(answer(), Message.user("u", "and?")),
            List.of(),
            InferenceParameters.DEFAULT);

    String report =
        ((ContentBlock.Text)
                model.execute(request, silent(), new CancellationToken()).content().getFirst())
            .text();

    assertThat(report).contains("signed by-zeta", "{\"zeta\"").doesNotContain("alpha");
  }

  private static LlmListener silent() {
    return new LlmListener() {
      @Override
      public void text(String delta) {}

      @Override
      public void reasoning(String delta) {}

      @Override
      public void toolCallStart(String callId, String name) {}

      @Override
      public void toolCallDelta(String callId, String argsDelta) {}
    };
  }
}
