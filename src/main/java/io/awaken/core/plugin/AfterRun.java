package io.awaken.core.plugin;

/**
 * Called once, after the ending of a run is stored, also of a cancelled or failed one, with the
 * plugins of the agent that was at work last. All hooks are called; failures are logged. Not called
 * for a run whose agent or state could not be opened, nor for one that was ended without an owner
 * (cancelled while it waited, or given up): readers of runs see those.
 */
@FunctionalInterface
public interface AfterRun {

  void afterRun(RunSummary summary) throws Exception;
}
