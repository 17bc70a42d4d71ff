package io.awaken.core.plugin;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;

/**
 * How a run went.
 *
 * @param run ids and caller
 * @param termination why it ended
 * @param response text of the last answer; null for none
 * @param steps model calls
 * @param inputTokens in all
 * @param outputTokens in all
 */
public record RunSummary(
    RunIdentity run,
    TerminationReason termination,
    String response,
    int steps,
    long inputTokens,
    long outputTokens) {}
