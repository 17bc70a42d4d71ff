package io.awaken.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Hint;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.Failures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads a run on one node that executes on others, which tell of it over a bus. */
class RunReaderElsewhereTest extends ElsewhereBed {

  @Test
  void what_is_said_elsewhere_is_read_while_it_is_said_and_costs_no_query() {
    var elsewhere = run.activate(owner, 1).says("a").commits().says("b");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "b");
    run.queries();

    elsewhere.says("c", "d");
    assertThat(hear(reader)).containsExactly("c", "d");
    elsewhere.says("e");
    assertThat(hear(reader)).containsExactly("e");
    assertThat(run.queries()).isZero();
  }

  @Test
  void what_was_never_committed_is_taken_back_although_others_came_between() {
    var frozen = run.activate(hub, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();
    run.activate(owner, 3).says("e").commits();

    frozen.leaves();

    assertThat(hear(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
  }

  @Test
  @Failures("F04")
  void it_is_taken_back_whole_although_it_was_more_than_others_committed_instead() {
    var frozen = run.activate(hub, 1).says("a").commits().says("x", "y", "z", "w");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y", "z", "w");
    run.activateElsewhere(2).says("b", "c", "d").commits().leaves();
    frozen.leaves();
    var now = run.activate(owner, 3).says("e");
    wire.runAll();

    assertThat(hear(reader)).containsExactly("reset:1-1", "b", "c", "d", "e");
    now.says("f");
    assertThat(hear(reader)).containsExactly("f");
  }

  @Test
  void words_between_two_turns_of_the_bus_go_together() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    ofOwner.told();

    elsewhere.says(words(500));

    assertThat(hear(reader)).hasSize(500);
    assertThat(ofOwner.told()).isOne();
  }

  @Test
  void a_run_without_readers_elsewhere_is_told_of_to_nobody() {
    RunReader here = reader(Cursor.START);
    here.start(() -> {}, true);
    var elsewhere = run.activate(owner, 1).says("a").commits();

    elsewhere.says("b").commits().finishes();

    wire.runAll();
    assertThat(ofOwner.told()).isZero();
  }

  @Test
  void nobody_is_told_any_more_some_time_after_the_last_reader_went() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    reader.close();
    timer.advance(Duration.ofSeconds(9));
    wire.runAll();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.told();

    elsewhere.says("c").commits().finishes();

    assertThat(wire.waiting()).isZero();
    assertThat(ofOwner.told()).isZero();
  }

  @Test
  void what_others_may_act_on_comes_from_the_log_as_soon_as_it_is_committed() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    run.queries();

    elsewhere.emits(new AgentEvent.StepEnd()).commits();
    assertThat(hear(reader)).containsExactly("StepEnd");
    assertThat(run.queries()).isLessThanOrEqualTo(2);

    elsewhere.says("b").finishes();
    assertThat(hear(reader)).containsExactly("b", "RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void what_somebody_tells_that_waits_for_its_commit_is_not_believed() {
    run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    foreign.publish(
        new Hint.Tail(
            run.id,
            1,
            0,
            0,
            false,
            List.of(
                new StreamEvent(
                    new Cursor(1, 2),
                    Instant.EPOCH,
                    new AgentEvent.RunFinish(
                        "t", "r", null, new TerminationReason.NaturalEnd())))));

    assertThat(hear(reader)).isEmpty();
    assertThat(reader.finished()).isFalse();
  }

  @Test
  void a_run_that_begins_after_its_reader_came_is_heard_from_its_first_word() {
    RunReader reader = fresh();
    hear(reader);
    timer.advance(Duration.ofMillis(250));
    hear(reader);

    var elsewhere = run.activate(owner, 1).says("a");

    assertThat(hear(reader)).containsExactly("a");
    elsewhere.finishes();
    assertThat(hear(reader)).containsExactly("RunFinish");
  }

  @Test
  void a_word_that_was_lost_is_asked_for_again() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    ofOwner.loses();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.works();

    elsewhere.says("c");

    assertThat(hear(reader)).containsExactly("b", "c");
  }

  @Test
  void the_last_word_that_was_lost_comes_when_the_reader_says_that_it_is_still_there() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    hear(reader);
    ofOwner.loses();
    elsewhere.says("b");
    wire.runAll();
    ofOwner.works();

    timer.advance(POLL);

    assertThat(hear(reader)).containsExactly("b");
  }

  @Test
  void when_the_bus_says_nothing_the_log_is_looked_at_from_time_to_time() {
    ofOwner.loses();
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    elsewhere.says("b").commits();
    assertThat(hear(reader)).isEmpty();
    timer.advance(POLL);
    assertThat(hear(reader)).containsExactly("b");

    elsewhere.finishes();
    timer.advance(POLL);
    assertThat(hear(reader)).containsExactly("RunFinish");
  }

  @Test
  void a_bus_that_falls_silent_delays_a_commit_by_two_looks_at_the_most() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    ofOwner.loses();

    elsewhere.says("b").finishes();
    timer.advance(POLL);
    hear(reader);
    timer.advance(POLL);

    assertThat(hear(reader)).endsWith("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void what_comes_twice_is_read_once() {
    ofOwner.doubles();
    ofReader.doubles();
    var elsewhere = run.activate(owner, 1).says("a").commits().says("b");
    RunReader reader = behind(0, 0);
    var heard = hear(reader);
    elsewhere.says("c").commits().says("d");
    heard.addAll(hear(reader));
    elsewhere.finishes();
    heard.addAll(hear(reader));

    assertThat(heard).containsExactly("a", "b", "c", "d", "RunFinish");
  }

  @Test
  void a_new_activation_on_a_third_node_voids_what_the_old_one_had_not_committed() {
    run.activate(owner, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y");

    run.activate(next, 2).says("b");

    assertThat(hear(reader)).containsExactly("reset:2-1", "b");
  }

  @Test
  void what_the_old_activation_still_tells_is_not_heard() {
    var old = run.activate(owner, 1).says("a").commits().says("x");
    RunReader reader = behind(0, 0);
    hear(reader);
    var now = run.activate(next, 2).says("b");
    hear(reader);

    old.says("ghost");
    now.says("c");

    assertThat(hear(reader)).containsExactly("c");
  }

  @Test
  void the_beginning_of_a_new_activation_may_be_lost() {
    var old = run.activate(next, 1).says("a").commits().says("x", "y");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x", "y");
    old.leaves();
    hear(reader);
    ofOwner.loses();
    var now = run.activate(owner, 2).says("b").commits();
    hear(reader);
    ofOwner.works();

    now.says("c");

    assertThat(hear(reader)).containsExactly("reset:2-1", "b", "c");
  }

  @Test
  void a_run_that_comes_to_the_node_of_its_reader_is_heard_there() {
    var elsewhere = run.activate(owner, 1).says("a").commits().says("x");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a", "x");
    elsewhere.leaves();

    var here = run.activate(hub, 2).says("b");
    assertThat(hear(reader)).containsExactly("reset:2-1", "b");
    elsewhere.says("ghost");
    here.finishes();

    assertThat(hear(reader)).containsExactly("RunFinish");
  }

  @Test
  void a_run_that_leaves_the_node_of_its_reader_is_heard_where_it_goes() {
    var here = run.activate(hub, 1);
    RunReader reader = fresh();
    here.says("a").commits().leaves();
    assertThat(hear(reader)).containsExactly("a");

    run.activate(next, 2).says("b");

    assertThat(hear(reader)).containsExactly("b");
  }

  @Test
  void a_reader_that_waits_for_a_run_that_parks_elsewhere_is_let_go_at_once() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    elsewhere.parks();

    assertThat(hear(reader)).containsExactly("RunFinish");
    assertThat(reader.finished()).isTrue();
  }

  @Test
  void a_reader_that_does_not_keep_up_with_another_node_is_ended_where_it_stopped() {
    var elsewhere = run.activate(owner, 1).says("a");
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    elsewhere.says(words(1_001));
    wire.runAll();

    assertThat(read(reader)).containsExactly("resync:1-1");
  }

  @Test
  void a_bus_that_was_away_makes_readers_look_at_the_log() {
    ofOwner.loses();
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");
    elsewhere.says("b").commits();
    assertThat(hear(reader)).isEmpty();

    foreign.publish(new Hint.Missed());

    assertThat(hear(reader)).containsExactly("b");
  }

  @Test
  void nonsense_about_a_run_costs_looks_and_nothing_else() {
    var elsewhere = run.activate(owner, 1).says("a").commits();
    RunReader reader = behind(0, 0);
    assertThat(hear(reader)).containsExactly("a");

    foreign.publish(new Hint.Tail(run.id, 1, 0, 99, true, List.of()));
    foreign.publish(new Hint.Tail(run.id, 0, 0, 99, true, List.of()));
    foreign.publish(new Hint.Following(run.id, new Cursor(7, 1_000)));
    assertThat(hear(reader)).isEmpty();
    elsewhere.says("b").finishes();

    assertThat(hear(reader)).containsExactly("b", "RunFinish");
  }
}
