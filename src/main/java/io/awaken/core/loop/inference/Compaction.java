package io.awaken.core.loop.inference;

import io.awaken.core.action.CompactionState;
import io.awaken.core.action.RecoveredHistory;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.agent.CompactionSection;
import io.awaken.core.agent.RegisteredModels;
import io.awaken.core.context.CompactionPlan;
import io.awaken.core.context.ConversationSummary;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.context.Summaries;
import io.awaken.core.context.Summariser;
import io.awaken.core.context.SummaryResult;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.CompactionConfig;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.store.thread.ThreadStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Summarises long conversations in the background and commits finished summaries at a step's
 * boundary (features rows 152 to 157). Stateless.
 */
public final class Compaction {

  private static final Logger LOG = System.getLogger(Compaction.class.getName());

  private final StepWriter writer;
  private final Summaries summaries;
  private final ThreadStore threads;
  private final TokenEstimator estimator;
  private final InstantSource clock;

  public Compaction(
      StepWriter writer,
      Summaries summaries,
      ThreadStore threads,
      TokenEstimator estimator,
      InstantSource clock) {
    this.writer = writer;
    this.summaries = summaries;
    this.threads = threads;
    this.estimator = estimator;
    this.clock = clock;
  }

  /** Commits a finished summary, and starts one when the conversation is long. */
  public void atBoundary(Activation run) {
    ContextWindowPolicy policy = policy(run).orElse(null);
    if (policy == null) {
      return;
    }
    ThreadId thread = run.identity().threadId();
    summaries.take(thread).filter(made -> fits(run, made)).ifPresent(made -> commit(run, made));
    long threshold = Math.min(policy.autocompactThreshold(), refused(run, policy));
    if (run.window().sentTokens(estimator) >= threshold && summaries.idle(thread)) {
      begin(run, policy);
    }
  }

  private static Optional<ContextWindowPolicy> policy(Activation run) {
    return run.agent()
        .spec()
        .contextWindow()
        .filter(policy -> policy.autocompactThreshold() != null)
        .map(policy -> policy.within(run.agent().model().limits()));
  }

  private void begin(Activation run, ContextWindowPolicy policy) {
    CompactionConfig config = config(run);
    List<Message> history = run.window().sent(estimator);
    CompactionPlan plan =
        CompactionPlan.of(history, policy, readable(run, config, policy), estimator).orElse(null);
    if (plan == null || !plan.worth(config.summaryMaxTokens(), config.minSavingsRatio())) {
      return;
    }
    ThreadId thread = run.identity().threadId();
    SummaryResult.Base base = base(run);
    LlmExecutor own = run.agent().executor();
    String upstream = run.agent().model().upstreamModel();
    var registry = run.setup().registry();
    var agent = run.agent().spec();
    summaries.start(
        thread,
        stops -> {
          boolean other = config.summaryModel() != null;
          LlmExecutor asked = other ? RegisteredModels.onBehalfOf(registry, agent) : own;
          var summariser =
              new Summariser(
                  asked, other ? config.summaryModel() : upstream, config, threads, estimator);
          return summariser.summary(thread, plan, base, stops);
        });
  }

  private static CompactionConfig config(Activation run) {
    return run.agent().sections().get(CompactionSection.SECTION);
  }

  /** The size from which messages are left out, because the model has refused more as too long. */
  private static long refused(Activation run, ContextWindowPolicy policy) {
    return run.value(RuntimeKeys.REFUSED_CONTEXT)
        .tokenLimit(run.agent().model().id(), policy.maxContextTokens());
  }

  /** A quarter of the summariser's window is reserved for errors of the estimate. */
  private static long readable(
      Activation run, CompactionConfig config, ContextWindowPolicy policy) {
    ModelSpec model =
        Optional.ofNullable(config.summaryModel())
            .flatMap(run.setup().registry()::model)
            .orElse(run.agent().model());
    ContextWindowPolicy own = run.agent().spec().contextWindow().orElseThrow();
    int window = own.within(model.limits()).maxContextTokens();
    long taken = config.summaryModel() == null ? refused(run, policy) : window;
    return Math.max(0, Math.min(window, taken) - config.summaryMaxTokens()) / 4L * 3;
  }

  private static SummaryResult.Base base(Activation run) {
    return new SummaryResult.Base(recovered(run).replaces(), run.window().superseded());
  }

  private static RecoveredHistory recovered(Activation run) {
    return run.value(RuntimeKeys.RECOVERED_HISTORY);
  }

  private boolean fits(Activation run, SummaryResult made) {
    boolean fits = made.base().equals(base(run));
    if (!fits) {
      LOG.log(
          Level.DEBUG,
          "a summary of thread {0} is dropped: the conversation was changed meanwhile",
          run.identity().threadId().value());
    }
    return fits;
  }

  private void commit(Activation run, SummaryResult made) {
    Message summary =
        ConversationSummary.message(run.fence().messageCount(), made.text(), run.metadata());
    var first = new ArrayList<>(made.system());
    first.add(summary);
    var place = made.place();
    run.state()
        .commit(
            MutationBatch.anywhere()
                .update(
                    RuntimeKeys.RECOVERED_HISTORY,
                    new RecoveredHistory(place.sequence(), place.superseded(), first))
                .update(RuntimeKeys.COMPACTION, state(made, summary)));
    List<Message> now = compacted(run.history(), made.lastId(), first);
    writer.commit(run, StepChanges.of(List.of(summary)));
    run.window().take(HistoryWindow.recovered(now));
    LOG.log(
        Level.INFO,
        "run {0} continues with a summary: about {1} tokens stand for {2} of its thread",
        run.identity().runId(),
        estimator.of(summary),
        made.tokens());
  }

  private CompactionState state(SummaryResult made, Message summary) {
    return new CompactionState(
        ConversationSummary.text(summary),
        summary.id(),
        made.tokens(),
        estimator.of(summary),
        clock.millis(),
        made.usage());
  }

  /** The summary and the messages after it. */
  private static List<Message> compacted(
      List<Message> history, String lastId, List<Message> first) {
    int behind = history.size();
    while (behind > 0 && !history.get(behind - 1).id().equals(lastId)) {
      behind--;
    }
    var now = new ArrayList<>(first);
    history.subList(behind, history.size()).stream()
        .filter(message -> !ConversationSummary.is(message) && !first.contains(message))
        .forEach(now::add);
    return now;
  }
}
