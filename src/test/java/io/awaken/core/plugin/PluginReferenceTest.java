package io.awaken.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.RegistrarTable.Row;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Rows;
import io.awaken.fixture.WrittenDocument;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The tables of {@code docs/plugins.md} are generated from the registrar, a run, and {@link
 * RegistrarTable}: run with {@code -Dawaken.docs.update=true} to regenerate them.
 */
@Rows({73, 74, 75})
class PluginReferenceTest {

  private static final WrittenDocument DOCUMENT =
      new WrittenDocument(Path.of("docs", "plugins.md"));

  /** Points that a run does not pass without failures and tools that ask the model. */
  private static final Set<String> NOT_PASSED =
      Set.of("model_failure", "overflow_recovery", "model_usage");

  private static Set<String> points() {
    return ExtensionPoint.all().stream()
        .map(ExtensionPoint::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> pointsOfARun() {
    Set<String> points = points();
    points.removeAll(NOT_PASSED);
    return points;
  }

  @Test
  void everyMethodOfTheRegistrarHasARowAndEveryRowAMethod() {
    assertThat(RegistrarTable.ROWS)
        .extracting(Row::method)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            Signatures.registrar().stream().map(Signatures::of).toList());
  }

  @Test
  void everyPointHasAMethodThatRegistersItsParts() {
    var registered = new TreeSet<String>();

    PluginRegistration.of(
        new EveryPart(at -> {}, part -> registered.add(part.registered().at().name())));

    assertThat(registered).isEqualTo(points());
  }

  @Test
  void partsAreCalledOnTheRunsThreadByDefault() {
    var order = new RunOrder(part -> {});

    assertThat(order.run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(order.onRunsThread).isEqualTo(pointsOfARun());
    assertThat(order.onOtherThreads).isEmpty();
  }

  @Test
  void aBlockingPartOfAnyPointHasItsOwnThread() {
    var order = new RunOrder(Registration::blocking);

    assertThat(order.run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(order.onOtherThreads).isEqualTo(pointsOfARun());
    assertThat(order.onRunsThread).isEmpty();
  }

  @Test
  void onlyPartsThatReturnACommandWriteState() {
    var expected = new TreeSet<String>();
    for (Method method : EveryPart.methods()) {
      boolean writes = Signatures.writes(GuideTables.part(method));
      expected.addAll(writes ? GuideTables.points(method) : Set.of());
    }
    expected.removeAll(NOT_PASSED);

    assertThat(new RunOrder(part -> {}).wrote())
        .isEqualTo(expected)
        .contains("activate", "phase run_end", "before_model", "deactivate")
        .doesNotContain("tool_gate", "after_agent");
  }

  @Test
  void theTableOfMethodsIsThatOfTheRegistrar() throws IOException {
    DOCUMENT.assertPart("registrar", "\n" + GuideTables.methods() + "\n");
  }

  @Test
  void theTableOfPhasesIsWhatTheirHooksGet() throws IOException {
    DOCUMENT.assertPart(
        "phases", "\n" + GuideTables.phases(new RunOrder(part -> {}).phases) + "\n");
  }

  @Test
  void theOrderIsThatOfARun() throws IOException {
    DOCUMENT.assertPart("order", "\n" + GuideTables.order(new RunOrder(part -> {}).calls) + "\n");
  }
}
