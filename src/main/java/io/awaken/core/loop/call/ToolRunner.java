package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.HookTimeout;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Lease;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ActivitySink;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolException;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks the arguments of a call and asks its tool. Whatever goes wrong becomes a result that the
 * model sees; only a cancelled run gets none. Thread-safe: used by several threads at once.
 */
final class ToolRunner {

  private static final Logger LOG = System.getLogger(ToolRunner.class.getName());

  /** Characters of a result at the most. */
  private static final int MAX_RESULT_CHARS = 256 * 1024;

  private final Optional<ToolTransactions> transactions;
  private final HookWatch watch;
  private final long mostMedia;

  /**
   * @param transactions those of transactional tools; none where the store has none
   * @param watch ends what takes too long on a run's own thread
   * @param window what runs read of their threads: media of one result takes half of it at the most
   */
  ToolRunner(Optional<ToolTransactions> transactions, HookWatch watch, WindowLimits window) {
    this.transactions = transactions;
    this.watch = watch;
    this.mostMedia = window.bytes() / 2;
  }

  /** Whether a call may be made on the run's own thread. */
  boolean inline(PreparedCall call) {
    Tool tool = call.tool().tool();
    return tool.inline() && !tool.transactional() && !watch.isDeaf(inline(call.state()));
  }

  /** The transaction of a call, to be asked for on the run's thread; null when it has none. */
  TransactionalCall transaction(PreparedCall call) {
    return call.tool().tool().transactional()
        ? new TransactionalCall(transactions.orElseThrow(), call)
        : null;
  }

  /** Checks the arguments by schema and tool; what does not fit becomes the result. */
  PreparedCall check(PreparedCall call) {
    if (call.tool().tool().transactional() && transactions.isEmpty()) {
      return call.settled(
          ToolResult.errorWithCode(
              call.state().toolName(),
              "not_transactional",
              "not executed: the store has no transactions for tools"));
    }
    try {
      MalformedArguments.refuse(call.state().arguments());
      call.tool().schema().check(call.state().arguments());
      call.tool().tool().validateArgs(call.state().arguments());
      return call;
    } catch (ToolException e) {
      return call.settled(error(call.state().toolName(), e));
    } catch (RuntimeException | Error e) {
      return call.settled(unexpected(call.state().toolName(), e));
    }
  }

  /**
   * Executes a call that a commit says is running. The process may have stood still since that
   * commit, and another node may have taken the run: the tool is entered only under a lease that
   * holds.
   *
   * @param context made when the call began, on the run's own thread
   * @param lease the run's
   * @throws RunCancelled when the run was asked to stop meanwhile, or its lease does not hold
   */
  ToolOutput execute(PreparedCall prepared, ToolCallContext context, Lease lease) {
    CallState call = prepared.state();
    CancellationToken stops = context.cancellation();
    try (var interrupt = new InterruptOnCancel(stops)) {
      // What the tool does to them must not change what is stored and was approved.
      JsonNode arguments = call.arguments().deepCopy();
      if (!lease.holds()) {
        stops.cancel(CancellationToken.Reason.OWNERSHIP_LOST);
      }
      // Its transaction may have been long in coming.
      stops.throwIfCancelled();
      return limited(call.toolName(), prepared.tool().tool().execute(arguments, context));
    } catch (ToolException e) {
      return ToolOutput.of(error(call.toolName(), e));
    } catch (InterruptedException e) {
      stops.throwIfCancelled();
      return ToolOutput.of(
          ToolResult.errorWithCode(call.toolName(), "interrupted", "the call was interrupted"));
    } catch (RuntimeException | Error e) {
      stops.throwIfCancelled();
      return ToolOutput.of(unexpected(call.toolName(), e));
    }
  }

  /** The same on the run's own thread. */
  ToolOutput executeInline(PreparedCall prepared, ToolCallContext context, Lease lease) {
    try {
      return watch.call(inline(prepared.state()), () -> execute(prepared, context, lease));
    } catch (RuntimeException e) {
      throw e;
    } catch (HookTimeout e) {
      context.cancellation().throwIfCancelled();
      LOG.log(
          Level.WARNING,
          "tool {0} is declared inline and {1}; the model gets an error result and the run goes on",
          prepared.state().toolName(),
          e.getMessage());
      return ToolOutput.of(timeout(prepared.state().toolName(), HookWatch.DEADLINE, false));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Under what name its tool is watched. */
  private static String inline(CallState call) {
    return "inline tool " + call.toolName();
  }

  /** What the model is told of a tool that took longer than its limit. */
  static ToolResult timeout(String toolName, Duration limit, boolean rolledBack) {
    return ToolResult.errorWithCode(
        toolName,
        "timeout",
        "the tool did not answer within "
            + limit
            + (rolledBack ? "; what it wrote is rolled back" : "; what it did is not known"));
  }

  /** Everything but a machine that is out of memory or broken becomes a result. */
  private static ToolResult unexpected(String toolName, Throwable e) {
    if (e instanceof VirtualMachineError broken && !(e instanceof StackOverflowError)) {
      throw broken;
    }
    LOG.log(
        Level.WARNING,
        "tool " + toolName + " failed unexpectedly; the model gets an error result",
        e);
    return ToolResult.errorWithCode(
        toolName, "internal", "the tool failed: " + e.getClass().getSimpleName());
  }

  /** What the tool gets to know: the run as it is now. */
  static ToolCallContext context(
      Activation run, PreparedCall prepared, CancellationToken stops, ActivitySink activity) {
    CallState call = prepared.state();
    GivenDecision answer = prepared.approval().answer();
    return new ToolCallContext(
        call.callId(),
        call.toolName(),
        run.identity(),
        run.agent().spec(),
        key(run, call),
        stops,
        run.state().snapshot(),
        run.profile(),
        Optional.ofNullable(answer).map(GivenDecision::decision),
        Optional.ofNullable(answer).map(GivenDecision::ticket),
        activity,
        RunModel.NONE);
  }

  /** Run, step and call, and the revision of the arguments when a decision changed them. */
  private static String key(Activation run, CallState call) {
    String key = run.identity().runId() + ":" + call.step() + ":" + call.callId();
    return call.revision() == 0 ? key : key + ":" + call.revision();
  }

  private ToolOutput limited(String toolName, ToolOutput output) {
    if (output == null || output.result() == null) {
      return ToolOutput.of(
          ToolResult.errorWithCode(toolName, "internal", "the tool gave no result"));
    }
    if (output.result().pending() && output.result().suspension() == null) {
      return ToolOutput.of(
          ToolResult.errorWithCode(toolName, "internal", "the tool waits and asks nothing"));
    }
    long media = media(output.result());
    if (media > mostMedia) {
      return ToolOutput.of(
          ToolResult.errorWithCode(
              toolName,
              "result_too_large",
              "the media of the result has " + media + " bytes, the limit is " + mostMedia));
    }
    int length = length(output.result());
    return length <= MAX_RESULT_CHARS
        ? output
        : ToolOutput.of(
            ToolResult.errorWithCode(
                toolName,
                "result_too_large",
                "the result has " + length + " characters, the limit is " + MAX_RESULT_CHARS));
  }

  private static long media(ToolResult result) {
    return result.content().stream()
        .filter(Media.class::isInstance)
        .mapToLong(MessageBytes::of)
        .sum();
  }

  /** Characters of everything that is stored and told. */
  private static int length(ToolResult result) {
    int length = result.modelText().length();
    if (!result.failed() && result.data() != null && result.message() != null) {
      length += result.message().length();
    }
    for (ContentBlock block : result.content()) {
      length += block instanceof ContentBlock.Text text ? text.text().length() : 0;
    }
    if (result.suspension() != null) {
      Suspension asked = result.suspension().suspension();
      length += text(asked.message()) + text(asked.parameters()) + text(asked.responseSchema());
      length += text(result.suspension().memo());
    }
    return length;
  }

  private static int text(Object part) {
    return part == null ? 0 : part.toString().length();
  }

  static ToolResult error(String toolName, ToolException e) {
    return ToolResult.errorWithCode(
        toolName, e.kind().name().toLowerCase(Locale.ROOT), e.getMessage());
  }
}
