package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.RunSummary;

/**
 * Called after the end of a run is stored, however it ends, with the plugins of the agent that
 * worked last; for a run that was never started, with those of all agents. Called again when the
 * node died meanwhile (features row 63). All hooks are called; failures are logged.
 */
@FunctionalInterface
public interface AfterRun {

  void afterRun(RunSummary summary) throws Exception;
}
