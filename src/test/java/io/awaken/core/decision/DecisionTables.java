package io.awaken.core.decision;

import io.awaken.core.decision.RunCommand.Attempts;
import io.awaken.core.decision.RunCommand.Claim;
import io.awaken.core.decision.ThreadView.ThreadState;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.Backoff;
import io.awaken.core.store.job.MailboxStore.Bounds;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult.Refused;
import io.awaken.core.store.thread.ThreadLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The plans of the rules for every state and command: the tables of the document. */
public final class DecisionTables {
  private static final Bounds BOUNDS = Bounds.DEFAULT;
  private static final Attempts SOME = new Attempts(2, 1, 3);
  private static final Attempts ALL = new Attempts(4, 1, 3);
  private static final Duration DELAY = Duration.ofSeconds(5);
  private static final Caller ANN = new Caller("acme", "ann", Set.of("user"));
  private static final Caller STRANGER = new Caller("acme", "eve", Set.of());

  private DecisionTables() {}

  /** The plan of a command in each state. */
  public record Line(String command, Map<String, String> plans) {

    /** As a row of a table in Markdown. */
    String markdown() {
      return "| %s | %s |\n".formatted(command, String.join(" | ", plans.values()));
    }
  }

  /** Commands that concern a run. */
  public static List<Line> runs() {
    return commands().entrySet().stream()
        .map(
            command ->
                line(
                    command.getKey(),
                    RunState.values(),
                    state -> RunRules.decide(state, command.getValue())))
        .toList();
  }

  private static Map<String, RunCommand> commands() {
    var commands = new LinkedHashMap<String, RunCommand>();
    commands.put("claim", claim(false, false, null));
    commands.put("claim, asked to stop", claim(true, true, OwnerlessEnding.timeUsedUp()));
    commands.put("claim, no time left", claim(false, true, OwnerlessEnding.timeUsedUp()));
    commands.put(
        "claim, input does not fit",
        claim(false, false, OwnerlessEnding.threadFull(ThreadLimits.DEFAULT)));
    commands.put("commit", new RunCommand.Commit());
    commands.put("park", new RunCommand.Park(false));
    commands.put("park, a decision counts", new RunCommand.Park(true));
    commands.put("finish", new RunCommand.Finish(new TerminationReason.NaturalEnd()));
    commands.put("finish as cancelled", new RunCommand.Finish(new TerminationReason.Cancelled()));
    commands.put("decide, it counts", new RunCommand.Decide(true));
    commands.put("decide, it does not count yet", new RunCommand.Decide(false));
    commands.put("cancel", new RunCommand.Cancel());
    commands.put("interrupt", new RunCommand.Interrupt(false, true));
    commands.put("interrupt by a run, due", new RunCommand.Interrupt(true, false));
    commands.put("interrupt by a run, not due", new RunCommand.Interrupt(false, false));
    commands.put("release", new RunCommand.Release(DELAY));
    commands.put("nack", new RunCommand.Nack(false, SOME, Backoff.DEFAULT));
    commands.put("nack, attempts used up", new RunCommand.Nack(false, ALL, Backoff.DEFAULT));
    commands.put("nack, permanent", new RunCommand.Nack(true, SOME, Backoff.DEFAULT));
    commands.put("expire lease", new RunCommand.ExpireLease(SOME));
    commands.put("expire lease, attempts used up", new RunCommand.ExpireLease(ALL));
    commands.put("force end, interrupted", new RunCommand.ForceEnd(false));
    commands.put("force end, time used up", new RunCommand.ForceEnd(true));
    commands.put("redrive", new RunCommand.Redrive(true, true, 0, 1));
    commands.put("redrive, roles are missing", new RunCommand.Redrive(false, false, 1, 1));
    commands.put("redrive, input is gone", new RunCommand.Redrive(true, false, 1, 1));
    commands.put("redrive, queue is full", new RunCommand.Redrive(true, true, 1, 1));
    return commands;
  }

  private static RunCommand claim(
      boolean stopRequested, boolean timeUsedUp, TerminationReason.Error unfit) {
    return new Claim(stopRequested, timeUsedUp, unfit);
  }

  /** Submissions, by their mode. */
  public static List<Line> submissions() {
    return Arrays.stream(SubmitMode.values())
        .flatMap(
            mode ->
                Stream.of(
                    submission(mode.wire(), mode, ANN, true, 0),
                    submission(mode.wire() + ", in the background", mode, ANN, false, 0),
                    submission(mode.wire() + ", queue full", mode, ANN, false, BOUNDS.queued()),
                    submission(mode.wire() + ", by another caller", mode, STRANGER, false, 0)))
        .toList();
  }

  private static Line submission(
      String name, SubmitMode mode, Caller by, boolean claim, long queued) {
    var thread = new ThreadId("acme", "t");
    var asked =
        new Submission(
                new RunId("new"),
                thread,
                new JobId("job"),
                "agent",
                by,
                null,
                List.of(Message.user("m", "hi")),
                claim ? new ClaimToken("claim") : null)
            .as(mode);
    var facts = new Admission.Facts(null, null);
    return line(
        name,
        ThreadState.values(),
        state -> Admission.decide(view(state, queued), asked, facts, BOUNDS));
  }

  private static ThreadView view(ThreadState state, long queued) {
    if (state == ThreadState.ABSENT) {
      return ThreadView.ABSENT;
    }
    boolean executing = state == ThreadState.RUNNING;
    boolean open = executing || state == ThreadState.WAITING;
    return new ThreadView(
        new ThreadAccess("acme", "ann", Sharing.TENANT),
        executing,
        open ? new RunId("open") : null,
        open ? ANN : null,
        queued,
        state == ThreadState.QUEUED,
        0,
        0);
  }

  private static <S extends Enum<S>> Line line(String command, S[] states, Function<S, Plan> plan) {
    var plans = new LinkedHashMap<String, String>();
    for (S state : states) {
      plans.put(name(state), text(plan.apply(state)));
    }
    return new Line(command, plans);
  }

  private static String text(Plan plan) {
    return switch (plan) {
      case Plan.Step.NOTHING -> "-";
      case Plan.Step step -> name(step);
      case Plan.Answer(Refused refused) -> "`" + refused.code().wire() + "`";
      case Plan.Answer answer -> "answer " + answer.result();
      case Plan.Enqueue enqueue -> enqueue.ifFree() ? "enqueue if free" : "enqueue";
      case Plan.Requeue requeue ->
          requeue.after().isZero() ? "requeue" : "requeue after " + requeue.after();
      case Plan.End end -> "end, job " + name(end.job()) + why(end.why());
    };
  }

  private static String why(TerminationReason why) {
    return why instanceof TerminationReason.Error error ? ": " + error.value().split(":")[0] : "";
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The lines as a table in Markdown, with one column for each state. */
  public static String markdown(List<Line> lines) {
    var states = lines.getFirst().plans().keySet();
    return "\n| | %s |\n|---%s|\n"
            .formatted(String.join(" | ", states), "|---".repeat(states.size()))
        + lines.stream().map(Line::markdown).collect(Collectors.joining())
        + "\n";
  }
}
