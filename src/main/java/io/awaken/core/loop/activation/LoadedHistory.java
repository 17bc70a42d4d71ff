package io.awaken.core.loop.activation;

import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.store.thread.WindowLimits;
import java.util.Set;

/**
 * What was said on a thread before an activation.
 *
 * @param window what the model reads of it
 * @param limits of the window, also when it grows
 * @param memory what was taken for it
 * @param callIds ids that are never given again, beside those of the calls in the window
 * @param superseded messages of the thread, whose calls are in none of the others
 */
public record LoadedHistory(
    HistoryWindow window,
    WindowLimits limits,
    HistoryBudget.Lease memory,
    Set<String> callIds,
    long superseded) {}
