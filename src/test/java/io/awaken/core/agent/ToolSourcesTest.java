package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.Tool;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.ChangingTools;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rows({37, 235})
class ToolSourcesTest {

  private final FunctionTool own = FunctionTool.answering("own", "x");
  private final RegistrySnapshot first =
      Registries.with(AgentSpec.of("a", "m"))
          .tools(own)
          .named(
              NamedPlugin.of(
                  "helper",
                  registrar -> registrar.registerTool(FunctionTool.answering("aid", "x"))))
          .snapshot();
  private final LiveRegistry registry = LiveRegistry.of(first);
  private final ChangingTools left = new ChangingTools("left");
  private final ChangingTools right = new ChangingTools("right");

  private ToolSources open() {
    var sources = new ToolSources(registry, List.of(left, right), false);
    sources.open();
    return sources;
  }

  private static Tool tool(String id) {
    return FunctionTool.answering(id, "x");
  }

  @Test
  void toolsAreAddedAndRemovedByTheirSource() {
    left.offer(tool("early"));
    open();
    assertThat(registry.get().tools()).containsOnlyKeys("early", "own");

    left.offer(tool("early"), tool("late"));
    right.offer(tool("other"));
    assertThat(registry.get().tools()).containsOnlyKeys("early", "late", "other", "own");
    assertThat(AgentResolver.resolve(registry.get(), "a").tools()).containsKey("late");

    left.offer();
    assertThat(registry.get().tools()).containsOnlyKeys("other", "own");
  }

  @Test
  void aSourceThatReportsAChangeWithoutOnePublishesNothing() {
    Tool same = tool("same");
    left.offer(same);
    open();
    RegistrySnapshot before = registry.get();

    left.offer(same);

    assertThat(registry.get()).isSameAs(before);
  }

  @Test
  void aToolWithANewDescriptionIsPublishedAgain() {
    var tool = FunctionTool.answering("t", "x");
    left.offer(tool);
    open();

    tool.describedBy(JsonNodeFactory.instance.objectNode());
    left.offer(tool);

    assertThat(registry.get().tools().get("t").descriptor().parameters()).isEmpty();
  }

  @Test
  void aDuplicateIdIsRefusedAndOtherToolsAreOffered() {
    left.offer(tool("both"), tool("fine"));
    right.offer(tool("both"), tool("own"), tool("aid"), tool("good"));

    try (var log = new CapturedLog(ToolSources.class)) {
      open();
      right.offer(tool("both"), tool("own"), tool("aid"), tool("good"), tool("better"));

      assertThat(log.warnings())
          .containsExactlyInAnyOrder(
              "tool both of source right is refused: the id is taken by another source",
              "tool own of source right is refused: the id is taken by another source",
              "tool aid of source right is refused: the id is taken by plugin helper");
    }
    var tools = registry.get().tools();
    assertThat(tools).containsOnlyKeys("better", "both", "fine", "good", "own");
    assertThat(tools.get("both").tool()).isSameAs(left.tools().getFirst());
    assertThat(tools.get("own").tool()).isSameAs(own);
  }

  @Test
  void anIdBelongsToItsSourceUntilThatDropsIt() {
    open();
    right.offer(tool("t"));
    Tool rights = registry.get().tools().get("t").tool();

    try (var log = new CapturedLog(ToolSources.class)) {
      left.offer(tool("t"));
      assertThat(registry.get().tools().get("t").tool()).isSameAs(rights);
      assertThat(log.warnings()).hasSize(1);
    }
    right.offer();

    assertThat(registry.get().tools().get("t").tool()).isSameAs(left.tools().getFirst());
  }

  @Test
  void anInvalidToolDoesNotAffectOthers() {
    try (var log = new CapturedLog(ToolSources.class)) {
      left.offer(
          tool("no name"),
          tool("twice"),
          tool("twice"),
          FunctionTool.answering("joined", "x").transactional(true),
          tool("fine"));
      open();

      assertThat(log.warnings())
          .containsExactlyInAnyOrder(
              "tool no name of source left is refused: tool no name: an id has 1 to 64 letters,"
                  + " digits, '_' and '-' only",
              "tool twice of source left is refused: the source offers it twice",
              "tool joined of source left is refused: the runtime has no transactions for tools");
    }
    assertThat(registry.get().tools()).containsOnlyKeys("fine", "own", "twice");
  }

  @Test
  void aFailingSourceKeepsItsPreviousTools() {
    left.offer(tool("t"));
    open();

    try (var log = new CapturedLog(ToolSources.class)) {
      left.fail(new IllegalStateException("away"));

      assertThat(log.warnings())
          .containsExactly("tool source left cannot list its tools; the earlier ones stay: away");
    }
    assertThat(registry.get().tools()).containsOnlyKeys("own", "t");
    left.offer(tool("u"));
    assertThat(registry.get().tools()).containsOnlyKeys("own", "u");
  }

  @Test
  void aChangeReportedDuringAListingIsNotLost() {
    open();
    left.whileAsked(() -> left.offer(tool("second")));

    left.offer(tool("first"));

    assertThat(registry.get().tools()).containsOnlyKeys("own", "second");
  }

  @Test
  void aReplacedRegistryKeepsTheToolsOfSources() {
    var sources = open();
    left.offer(tool("t"));

    registry.publish(before -> sources.over(Registries.with().tools(tool("new")).snapshot()));

    assertThat(registry.get().tools()).containsOnlyKeys("new", "t");
    left.offer();
    assertThat(registry.get().tools()).containsOnlyKeys("new");
  }

  @Test
  void changesAfterTheEndAreIgnored() {
    var sources = open();
    sources.close();

    left.offer(tool("t"));

    assertThat(registry.get().tools()).containsOnlyKeys("own");
  }

  @Test
  void twoSourcesWithTheSameNameAreRefused() {
    assertThatThrownBy(
            () -> new ToolSources(registry, List.of(left, new ChangingTools("left")), true))
        .hasMessage("two tool sources have the name left");
  }
}
