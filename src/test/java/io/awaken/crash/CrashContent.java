package io.awaken.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Blocks;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A conversation with media in the request and in a result, signed reasoning and metadata of a
 * provider; in whatever process it goes on, the same bytes must arrive.
 */
final class CrashContent {

  /** The agent whose runs are about it. */
  static final String AGENT = "content";

  /** Its tool. */
  static final String TOOL = "draw";

  private static final byte[] PICTURE = Blocks.bytes(LargeMedia.INLINE + 10, 1);
  private static final byte[] REPORT = Blocks.bytes(300, 2);
  private static final byte[] DRAWING = Blocks.bytes(5 * LargeMedia.INLINE, 3);
  private static final ContentBlock THOUGHT =
      ContentBlock.Thinking.signed("I shall draw.", "mock", "c2lnbmVk");
  private static final ContentBlock SOURCE = ContentBlock.Source.url("https://example.com", "Here");

  private CrashContent() {}

  /** What a person asks: the name of the thread, and for this agent media with metadata. */
  static RunRequest request(String agent, String thread) {
    Message asks = agent.equals(AGENT) ? asks(thread) : Message.user(thread);
    return new RunRequest(agent, new ThreadId(thread), Caller.ANONYMOUS, List.of(asks));
  }

  private static Message asks(String thread) {
    return Message.user(
            List.of(
                new ContentBlock.Text(thread),
                MediaKind.IMAGE.of("image/png", PICTURE, "p.png").with(Blocks.metadata()),
                document()))
        .with(Blocks.metadata());
  }

  private static ContentBlock document() {
    return MediaKind.DOCUMENT.of("application/pdf", REPORT, "r.pdf").with(Blocks.metadata());
  }

  static ScriptBuilder script() {
    return Script.builder()
        .calls(TOOL, Map.of("value", "it"))
        .andShows(THOUGHT)
        .andAttaches(Blocks.metadata())
        .says("done");
  }

  static ToolResult result(String answer) {
    return ToolResult.success(TOOL, JsonNodeFactory.instance.textNode(answer))
        .with(List.of(MediaKind.IMAGE.of("image/webp", DRAWING, "d.webp"), SOURCE));
  }

  /** Fails the call of a model that does not get everything as it was. */
  static void requireWhole(LlmRequest request) throws InferenceException {
    Message asked = request.messages().getFirst();
    boolean whole = received(request, 0, 1, PICTURE) && received(request, 0, 2, REPORT);
    whole &= Blocks.metadata().equals(asked.providerMetadata());
    whole &= Blocks.metadata().equals(asked.content().get(1).providerMetadata());
    whole &= asked.content().get(2).equals(document());
    if (request.messages().size() > 1) {
      Message asks = request.messages().get(1);
      whole &= asks.content().equals(List.of(THOUGHT));
      whole &= Blocks.metadata().equals(asks.providerMetadata());
      whole &= Blocks.metadata().equals(asks.toolCalls().getFirst().providerMetadata());
      whole &= received(request, 2, 1, DRAWING);
      whole &= request.messages().get(2).content().get(2).equals(SOURCE);
    }
    if (!whole) {
      throw new InferenceException(
          InferenceException.Kind.INVALID_REQUEST, "something is missing: " + request, null);
    }
  }

  private static boolean received(LlmRequest request, int message, int block, byte[] bytes)
      throws InferenceException {
    var media = (Media) request.messages().get(message).content().get(block);
    return Arrays.equals(request.bytes(media), bytes);
  }

  /** Everything is stored as it was, large media beside its message. */
  static void assertWhole(List<Message> history, MediaStore media, ThreadId thread) {
    assertThat(history)
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
    assertWhole(history.getFirst(), media, thread);
    assertThat(history.get(1).content()).containsExactly(THOUGHT);
    assertThat(history.get(1).providerMetadata()).hasToString(Blocks.metadata().toString());
    assertThat(history.get(1).toolCalls())
        .extracting(ToolCall::providerMetadata)
        .containsExactly(Blocks.metadata());
    List<ContentBlock> result = history.get(2).content();
    assertThat(result.get(0)).isEqualTo(new ContentBlock.Text("did it"));
    assertStored((Media) result.get(1), DRAWING, media, thread);
    assertThat(result.get(2)).isEqualTo(SOURCE);
  }

  /** The same of what was submitted alone. */
  static void assertWhole(Message asked, MediaStore media, ThreadId thread) {
    assertThat(asked.providerMetadata()).hasToString(Blocks.metadata().toString());
    List<ContentBlock> said = asked.content();
    assertThat(said).hasSize(3);
    assertThat(said.get(0)).isEqualTo(new ContentBlock.Text(thread.value()));
    assertStored((Media) said.get(1), PICTURE, media, thread);
    assertThat(said.get(1).providerMetadata()).hasToString(Blocks.metadata().toString());
    assertThat(said.get(2)).isEqualTo(document());
    assertThat(said.get(2).providerMetadata()).hasToString(Blocks.metadata().toString());
  }

  private static void assertStored(Media block, byte[] bytes, MediaStore media, ThreadId thread) {
    assertThat(block.data()).isNull();
    assertThat(block.size()).isEqualTo(bytes.length);
    assertThat(media.read(thread, block.mediaId()).orElseThrow()).isEqualTo(bytes);
  }
}
