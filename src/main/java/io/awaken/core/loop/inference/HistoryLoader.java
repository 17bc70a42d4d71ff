package io.awaken.core.loop.inference;

import io.awaken.core.action.RecoveredHistory;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.context.ConversationSummary;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.HistoryWindow;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.RunHistory;
import io.awaken.core.message.CallHistory;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.state.StateStore;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.WindowLimits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Loads the newest part of a run's conversation, after reserving memory for it. Stateless. */
public final class HistoryLoader {

  private static final Logger LOG = System.getLogger(HistoryLoader.class.getName());

  private final ThreadStore threads;
  private final WindowLimits limits;
  private final HistoryBudget budget;

  public HistoryLoader(ThreadStore threads, WindowLimits limits, HistoryBudget budget) {
    this.threads = threads;
    this.limits = limits;
    this.budget = budget;
  }

  /**
   * Reserves memory for the conversation of a run; waits until it is available.
   *
   * @throws RunCancelled when the run is asked to stop meanwhile
   */
  public HistoryBudget.Lease memory(Fence fence, CancellationToken cancellation) {
    return budget.take(needed(fence), cancellation);
  }

  private long needed(Fence fence) {
    return Math.min(fence.messageBytes(), limits.bytes());
  }

  /**
   * The initial history; calls without results are retained, because their results are still to
   * come.
   */
  public RunHistory.Loaded read(
      Claim claim, StateStore state, List<CallState> calls, HistoryBudget.Lease memory) {
    StoredWindow opening = opening(claim.opening());
    StoredWindow stored = opening == null ? stored(claim.fence(), state) : opening;
    HistoryWindow window = window(stored, recovered(state));
    HistoryWindow whole = repaired(window, calls);
    return new RunHistory.Loaded(
        whole, limits, memory, lost(window, whole, calls), stored.superseded());
  }

  /** The whole thread from the claim; null when it must be read. */
  private StoredWindow opening(List<Message> messages) {
    long bytes = messages == null ? 0 : MessageBytes.of(messages);
    return messages == null || !limits.allows(bytes, messages.size())
        ? null
        : new StoredWindow(List.of(), messages, bytes, 0);
  }

  /**
   * Releases the history, waits for memory and loads again, for a run that has outgrown its memory.
   */
  public void again(Activation run) {
    run.window().forget();
    run.window().memory().take(needed(run.fence()), run.cancellation());
    StoredWindow stored = stored(run.fence(), run.state());
    HistoryWindow window = window(stored, recovered(run.state()));
    run.window().take(repaired(window, run.openCalls()));
  }

  private static RecoveredHistory recovered(StateStore state) {
    return state.snapshot().getOrInitial(RuntimeKeys.RECOVERED_HISTORY);
  }

  /**
   * Loads the messages behind the replaced ones. If some replaced messages were superseded since,
   * by any run, the replacement is dropped, since it may repeat them.
   */
  private StoredWindow stored(Fence fence, StateStore state) {
    RecoveredHistory recovered = recovered(state);
    StoredWindow stored = behind(fence, recovered.replaces());
    if (recovered.replaces() == 0
        || stored.supersededUpTo(recovered.replaces(), fence.messageCount())
            <= recovered.superseded()) {
      return stored;
    }
    state.commit(
        MutationBatch.anywhere().update(RuntimeKeys.RECOVERED_HISTORY, RecoveredHistory.NONE));
    return behind(fence, 0);
  }

  private StoredWindow behind(Fence fence, long after) {
    StoredWindow stored = threads.window(fence.threadId(), after, limits);
    if (stored.leftOut() > 0) {
      LOG.log(
          Level.INFO,
          "run {0} reads the newest {1} messages of its thread and leaves {2} out",
          fence.runId(),
          stored.newest().size() + stored.system().size(),
          stored.leftOut());
    }
    return stored;
  }

  private HistoryWindow window(StoredWindow stored, RecoveredHistory recovered) {
    HistoryWindow window = withoutSummaries(HistoryWindow.of(stored, limits));
    return recovered.replaces() == 0 ? window : window.behind(recovered.messages(), limits);
  }

  /** The current summary is among the replacements; the log contains all summaries. */
  static HistoryWindow withoutSummaries(HistoryWindow window) {
    if (!hasSummaries(window.messages())) {
      return window;
    }
    List<Message> kept =
        window.messages().stream().filter(message -> !ConversationSummary.is(message)).toList();
    return new HistoryWindow(kept, MessageBytes.of(kept), window.partial(), window.empty());
  }

  private static boolean hasSummaries(List<Message> messages) {
    boolean none = messages instanceof CallHistory known && !known.hasInternalSystemMessages();
    return !none && messages.stream().anyMatch(ConversationSummary::is);
  }

  static HistoryWindow repaired(HistoryWindow window, List<CallState> calls) {
    List<Message> kept = OrphanRepair.repair(window.messages(), calls);
    return kept == window.messages()
        ? window
        : new HistoryWindow(kept, MessageBytes.of(kept), window.partial(), window.empty());
  }

  /** Ids of calls outside the window, which must not be reused. */
  private static Set<String> lost(
      HistoryWindow read, HistoryWindow repaired, List<CallState> calls) {
    if (read == repaired && (calls.isEmpty() || !read.partial())) {
      return Set.of();
    }
    var ids = new HashSet<String>();
    read.messages().stream()
        .flatMap(message -> message.toolCalls().stream())
        .map(ToolCall::id)
        .forEach(ids::add);
    calls.forEach(call -> ids.add(call.callId()));
    return ids;
  }

  /**
   * Removes tool calls without a result, which models reject (features row 137). Retains calls of
   * the resumed run, because their results are still to come.
   */
  static final class OrphanRepair {

    private OrphanRepair() {}

    static List<Message> repair(List<Message> history, List<CallState> ownCalls) {
      boolean whole = history instanceof CallHistory known ? known.whole() : isWhole(history);
      if (whole) {
        return history;
      }
      Set<String> answered = new HashSet<>();
      ownCalls.forEach(call -> answered.add(call.callId()));
      boolean calls = false;
      for (Message message : history) {
        calls |= !message.toolCalls().isEmpty();
        if (message.toolCallId() != null) {
          answered.add(message.toolCallId());
        }
      }
      return calls ? repaired(history, answered) : history;
    }

    /** A cheap check for the usual case: the results of each call follow it directly. */
    private static boolean isWhole(List<Message> history) {
      for (int i = 0; i < history.size(); i++) {
        Message message = history.get(i);
        List<ToolCall> calls = message.toolCalls();
        if (calls.isEmpty() && message.content().isEmpty()) {
          return false;
        }
        for (int call = 0; call < calls.size(); call++) {
          if (!isAnswered(history, i + 1, calls.get(call).id())) {
            return false;
          }
        }
      }
      return true;
    }

    private static boolean isAnswered(List<Message> history, int from, String callId) {
      for (int i = from; i < history.size() && history.get(i).toolCallId() != null; i++) {
        if (callId.equals(history.get(i).toolCallId())) {
          return true;
        }
      }
      return false;
    }

    private static List<Message> repaired(List<Message> history, Set<String> answered) {
      var out = new ArrayList<Message>(history.size());
      for (Message message : history) {
        Message kept = withAnsweredCalls(message, answered);
        if (!kept.content().isEmpty() || !kept.toolCalls().isEmpty()) {
          out.add(kept);
        }
      }
      return out;
    }

    private static Message withAnsweredCalls(Message message, Set<String> answered) {
      List<ToolCall> kept =
          message.toolCalls().stream().filter(call -> answered.contains(call.id())).toList();
      return kept.size() == message.toolCalls().size() ? message : message.withToolCalls(kept);
    }
  }
}
