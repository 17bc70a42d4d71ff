package io.awaken.provider.broken;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.Blocks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.TestNode;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever blocks tools return, conversations go on, on every wire. */
@MostlyWaiting
class MediaOfToolsTest {

  private static final int ROUNDS = 25;
  private static final byte[] REFUSED =
      "broken picture that the provider refuses".getBytes(StandardCharsets.UTF_8);
  private static final String[] TYPES = {
    "image/png",
    "image/svg+xml",
    "image/",
    "audio/wav",
    "audio/ogg",
    "video/mp4",
    "text/plain",
    "application/pdf",
    "application/zip",
    "",
    "nonsense",
    "a/b\u0000\"c",
    "x".repeat(300),
    null
  };
  private static final String[] NAMES = {null, "a.bin", "ü \"\\\n\u0000\ud83d", "n".repeat(2_000)};

  private final List<List<ContentBlock>> returned = new ArrayList<>();
  private Random random;

  private List<ContentBlock> blocks() {
    var blocks = new ArrayList<ContentBlock>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      blocks.add(block());
    }
    returned.add(blocks);
    return blocks;
  }

  private ContentBlock block() {
    MediaKind kind = MediaKind.values()[random.nextInt(MediaKind.values().length)];
    String type = TYPES[random.nextInt(TYPES.length)];
    String name = NAMES[random.nextInt(NAMES.length)];
    return switch (random.nextInt(10)) {
      case 0 -> new ContentBlock.Text(random.nextBoolean() ? "" : "half \ud83d of a \udc00 pair");
      case 1 -> ContentBlock.Source.url("https://example.com", name);
      case 2 -> kind.at(random.nextBoolean() ? "https://example.com/a" : "no url", type, name);
      case 3 -> kind.stored("0a".repeat(32), type, 17, name);
      case 4 -> kind.at(null, type, name);
      case 5 -> kind.of(type, new byte[0], name);
      case 6 -> kind.of("image/png", REFUSED, name);
      case 7 -> kind.of(type, Blocks.bytes(LargeMedia.INLINE + 1, 1), name);
      case 8 -> kind.of(type, Blocks.bytes(1_500_000 + random.nextInt(1_000_000), 2), name);
      default -> kind.of(type, Blocks.bytes(1 + random.nextInt(100), 3), name);
    };
  }

  private FunctionTool tool(String name) {
    return new FunctionTool(
            name, (arguments, context) -> ToolResult.successWithContent(name, blocks()))
        .describedBy(JsonNodeFactory.instance.objectNode().put("type", "object"));
  }

  @ParameterizedTest
  @EnumSource(BrokenWire.class)
  void aConversationGoesOnWhateverBlocksItsToolsReturn(BrokenWire wire) throws Exception {
    var turn = new AtomicInteger();
    var open = new AtomicReference<RawHttpServer>();
    String refused = Base64.getEncoder().encodeToString(REFUSED);
    try (var server =
        RawHttpServer.answering(
            connection -> {
              if (open.get().requests().removeLast().body().contains(refused)) {
                connection.document(
                    "400 Bad Request", "", "{\"error\":{\"message\":\"bad image\"}}");
                return;
              }
              byte[] answer = turn.getAndIncrement() % 3 == 0 ? wire.calls() : wire.text();
              connection.text(
                  "HTTP/1.1 200 OK\r\nContent-Type: "
                      + wire.contentType()
                      + "\r\nConnection: close\r\n\r\n");
              connection.bytes(answer);
            })) {
      open.set(server);
      for (boolean reads : List.of(false, true)) {
        for (int seed = 0; seed < ROUNDS; seed++) {
          random = new Random(seed);
          returned.clear();
          turn.set(0);
          assertGoesOn(wire, server.baseUrl(), reads, "seed " + seed);
        }
      }
    }
  }

  private void assertGoesOn(BrokenWire wire, String url, boolean textOnly, String seed)
      throws Exception {
    var stores = TestNode.inMemory();
    var provider =
        new ProviderSpec("p", wire.adapter().name(), new Secret("key"), url, 20, Map.of());
    Set<Modality> modalities = textOnly ? Set.of(Modality.TEXT) : null;
    var thread = new ThreadId("t");
    try (var runtime =
        AgentRuntime.builder()
            .withStores(stores)
            .withAgentSpec(AgentSpec.of("a", "m"))
            .withModel(new ModelSpec("m", "p", "any", null, null, modalities, null, null, null))
            .withProvider(provider, wire.adapter())
            .withTool("get_weather", tool("get_weather"))
            .withTool("current_time", tool("current_time"))
            .build()) {
      var sink = new CollectingSink();
      for (String text : List.of("Which weather?", "And now?")) {
        var request = new RunRequest("a", thread, Caller.ANONYMOUS, List.of(Message.user(text)));
        RunResult result = runtime.run(request, sink);
        assertThat(result.termination())
            .as("%s, %s: %s", seed, text, returned)
            .isEqualTo(new TerminationReason.NaturalEnd());
      }
      Map<String, List<ContentBlock>> streamed = new LinkedHashMap<>();
      for (var event : sink.take()) {
        if (event instanceof AgentEvent.ToolCallDone done) {
          assertThat(done.result()).as(seed).isEqualTo(done.result().whole());
          streamed.put(done.id(), done.result().modelContent());
        }
      }
      assertThat(streamed).as(seed).hasSizeGreaterThan(0);
      Map<String, List<ContentBlock>> stored = new LinkedHashMap<>();
      for (Message message : stores.threads().history(thread)) {
        if (message.role() == Role.TOOL) {
          stored.put(message.toolCallId(), message.content());
        }
      }
      assertThat(stored).as(seed).isEqualTo(streamed);
    }
  }
}
