package io.awaken.core.loop.inference;

import io.awaken.core.action.RecoveredHistory;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.ModelFailureHook;
import io.awaken.core.plugin.hook.OverflowRecovery;
import io.awaken.core.plugin.hook.ToolCallNaming;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Calls the hooks around a model call. Stateless. */
final class ModelHooks {

  private static final Logger LOG = System.getLogger(ModelHooks.class.getName());

  private final PartCaller caller;
  private final PhaseRunner phases;
  private final TokenEstimator estimator;

  ModelHooks(PartCaller caller, PhaseRunner phases, TokenEstimator estimator) {
    this.caller = caller;
    this.phases = phases;
    this.estimator = estimator;
  }

  /** The request after the hooks, or an answer that replaces the model's. */
  BeforeModel.Outcome before(Activation run, LlmRequest request) {
    BeforeModel.Outcome now = new BeforeModel.Proceed(request);
    for (Registered<BeforeModel> hook : run.parts(ExtensionPoint.BEFORE_MODEL)) {
      if (!(now instanceof BeforeModel.Proceed proceed)) {
        return now;
      }
      BeforeModel.Outcome next =
          phases.call(
              run.here(),
              hook,
              run.cancellation(),
              part ->
                  Objects.requireNonNull(
                      part.beforeModel(run.hook(), proceed.request()),
                      "a hook before the model must not give null"),
              BeforeModel.Outcome::command);
      now = next == null ? now : next;
    }
    return now;
  }

  /** The call id that plugins choose; null for the default. */
  String name(Activation run, String providerId, int index) {
    for (Registered<ToolCallNaming> hook : run.parts(ExtensionPoint.TOOL_CALL_NAMING)) {
      String name =
          caller.call(hook, run.cancellation(), part -> part.name(run.hook(), providerId, index));
      if (name != null) {
        return name;
      }
    }
    return null;
  }

  /** Calls the failure hooks after a failed model call and submits the commands they return. */
  void failed(Activation run, InferenceException failure) {
    for (Registered<ModelFailureHook> hook : run.parts(ExtensionPoint.MODEL_FAILURE)) {
      phases.call(
          run.here(),
          hook,
          run.cancellation(),
          part -> part.onModelFailure(run.hook(), failure),
          UnaryOperator.identity());
    }
  }

  /** The answer after the hooks; the first replacement wins. */
  StreamResult after(Activation run, LlmRequest request, StreamResult answer) {
    for (Registered<AfterModel> hook : run.parts(ExtensionPoint.AFTER_MODEL)) {
      AfterModel.Decision decision =
          phases.call(
              run.here(),
              hook,
              run.cancellation(),
              part ->
                  Objects.requireNonNull(
                      part.afterModel(run.hook(), request, answer),
                      "a hook after the model must not give null"),
              AfterModel.Decision::command);
      if (decision != null && decision.replacement() != null) {
        return decision.replacement();
      }
    }
    return answer;
  }

  /**
   * Lets plugins shrink a history that the model refused.
   *
   * @return whether it is smaller now; otherwise nothing changed
   */
  boolean recover(Activation run) {
    List<Message> history = run.history();
    long before = estimator.ofMessages(history);
    for (Registered<OverflowRecovery> hook : run.parts(ExtensionPoint.OVERFLOW_RECOVERY)) {
      Optional<List<Message>> smaller =
          caller.call(hook, run.cancellation(), part -> part.recover(run.hook(), history));
      if (smaller != null && smaller.isPresent() && estimator.ofMessages(smaller.get()) < before) {
        LOG.log(
            Level.INFO,
            "plugin {0} shrank the history of {1}: about {2} of {3} tokens are left",
            hook.plugin(),
            run.identity().threadId(),
            estimator.ofMessages(smaller.get()),
            before);
        replaceHistory(run, smaller.get());
        return true;
      }
    }
    return false;
  }

  /** Replaces the history permanently with a smaller one. */
  private static void replaceHistory(Activation run, List<Message> smaller) {
    run.window().take(HistoryWindow.recovered(smaller));
    run.update(
        RuntimeKeys.RECOVERED_HISTORY,
        new RecoveredHistory(run.fence().messageCount(), run.window().superseded(), smaller));
  }
}
