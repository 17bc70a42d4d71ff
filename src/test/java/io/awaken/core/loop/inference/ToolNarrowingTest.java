package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which filter wins, and filters whose declaration fails. Modelled on clark-agent (ToolGate
 * composition); here a requirement beats advice of any rank.
 */
@Rows(83)
class ToolNarrowingTest {

  private RecordingModel model;
  private TestNode node;

  private static ToolFilter filter(ToolFilter.Strength strength, int rank, String... tools) {
    return new ToolFilter() {
      @Override
      public Optional<Set<String>> allow(Context context) {
        return Optional.of(Set.of(tools));
      }

      @Override
      public Strength strength() {
        return strength;
      }

      @Override
      public int rank() {
        return rank;
      }
    };
  }

  private static ToolFilter required(int rank, String... tools) {
    return filter(ToolFilter.Strength.REQUIRED, rank, tools);
  }

  private static ToolFilter advisory(int rank, String... tools) {
    return filter(ToolFilter.Strength.ADVISORY, rank, tools);
  }

  private RunRecord run(FailurePolicy policy, ToolFilter... filters) {
    var plugins = new ArrayList<Plugin>();
    for (ToolFilter filter : filters) {
      plugins.add(
          new TestPlugin("f" + plugins.size(), r -> r.toolFilter(filter).onFailure(policy)));
    }
    model = new RecordingModel(Script.builder().calls("a", Map.of("value", "x")).says("done"));
    FunctionTool[] tools =
        Stream.of("a", "b", "c")
            .map(id -> FunctionTool.answering(id, "42"))
            .toArray(FunctionTool[]::new);
    node = new TestNode(model, UnaryOperator.identity(), plugins, tools);
    return node.run("t", "go");
  }

  private List<String> offered(ToolFilter... filters) {
    run(FailurePolicy.FAIL_RUN, filters);
    return model.requests().getFirst().tools().stream().map(tool -> tool.id()).sorted().toList();
  }

  @Test
  void aRequirementBeatsAdviceWhateverTheirRanks() {
    assertThat(offered(required(1, "a"), advisory(9, "b"))).containsExactly("a");
    assertThat(offered(advisory(9, "b"), required(-1, "a"))).containsExactly("a");
  }

  @Test
  void requirementsStillApplyWhenAdviceIsDropped() {
    assertThat(offered(required(1, "a", "b"), required(2, "b", "c"), advisory(9, "a")))
        .containsExactly("b");
  }

  private static Stream<ToolFilter> filtersThatFailWhenAskedAboutThemselves() {
    return Stream.of(
        new Broken() {
          @Override
          public Strength strength() {
            throw new IllegalStateException("strength");
          }
        },
        new Broken() {
          @Override
          public int rank() {
            throw new IllegalStateException("rank");
          }
        },
        new Broken() {
          @Override
          public boolean suppressesAdvisory() {
            throw new IllegalStateException("suppresses");
          }
        },
        new Broken() {
          @Override
          public Optional<String> denialReason(String toolId) {
            throw new IllegalStateException("reason");
          }
        });
  }

  private abstract static class Broken implements ToolFilter {
    @Override
    public Optional<Set<String>> allow(Context context) {
      return Optional.of(Set.of("b"));
    }
  }

  @ParameterizedTest
  @MethodSource("filtersThatFailWhenAskedAboutThemselves")
  void aFailingFilterDeclarationFollowsItsFailurePolicy(ToolFilter broken) {
    assertThat(run(FailurePolicy.FAIL_RUN, broken).termination())
        .isEqualTo(
            new TerminationReason.Error("plugin f0 failed at tool_filter: IllegalStateException"));
    assertThat(run(FailurePolicy.IGNORE, broken).termination())
        .isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  void aFilterMayGiveNoReasonAtAll() {
    var silent =
        new Broken() {
          @Override
          public Optional<String> denialReason(String toolId) {
            return null;
          }
        };

    assertThat(run(FailurePolicy.FAIL_RUN, silent).termination())
        .isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .extracting(Message::text)
        .element(2)
        .asString()
        .contains("not_found");
  }
}
