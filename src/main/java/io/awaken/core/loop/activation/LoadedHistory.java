package io.awaken.core.loop.activation;

import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.store.thread.WindowLimits;
import java.util.Set;

/**
 * The history of a thread before an activation.
 *
 * @param window the part that the model reads
 * @param limits of the window, also when it grows
 * @param memory reserved for it
 * @param callIds used ids of calls outside the window
 * @param superseded superseded messages of the thread, whose calls are in none of the others
 */
public record LoadedHistory(
    HistoryWindow window,
    WindowLimits limits,
    HistoryBudget.Lease memory,
    Set<String> callIds,
    long superseded) {}
