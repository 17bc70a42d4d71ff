package io.awaken.core.plugin;

/**
 * Called once, after the ending of a run is stored, also of a cancelled or failed one. All hooks
 * are called; failures are logged.
 */
@FunctionalInterface
public interface AfterRun {

  void afterRun(RunSummary summary) throws Exception;
}
