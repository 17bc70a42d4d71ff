package io.awaken.core.loop.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolResult;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.phase.HookWatch;
import io.awaken.core.phase.HookWatch.HookTimeout;
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
import io.awaken.core.tool.Tasks;
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
 * Checks the arguments of a call and executes its tool. Failures become results for the model,
 * except cancellation of the run. Thread-safe.
 */
final class ToolRunner {

  private static final Logger LOG = System.getLogger(ToolRunner.class.getName());

  /** Limit of a result in characters. */
  private static final int MAX_RESULT_CHARS = 256 * 1024;

  private final Optional<ToolTransactions> transactions;
  private final HookWatch watch;
  private final long maxMedia;
  private final RunObserver observer;

  /**
   * @param transactions of transactional tools, if the store supports them
   * @param watch ends overdue tools on a run's own thread
   * @param window limit of a run's history; media of one result takes at most half of it
   * @param observer observes the tools
   */
  ToolRunner(
      Optional<ToolTransactions> transactions,
      HookWatch watch,
      WindowLimits window,
      RunObserver observer) {
    this.observer = observer;
    this.transactions = transactions;
    this.watch = watch;
    this.maxMedia = window.bytes() / 2;
  }

  /** Whether a call may execute on the run's own thread. */
  boolean inline(PreparedCall call) {
    Tool tool = call.tool().tool();
    return tool.inline()
        && !tool.transactional()
        && !watch.isDeaf(new InlineTool(call.state().toolName()));
  }

  /** The transaction of a call, created on the run's thread; null when it has none. */
  TransactionalCall transaction(PreparedCall call) {
    return call.tool().tool().transactional()
        ? new TransactionalCall(transactions.orElseThrow(), call)
        : null;
  }

  /**
   * Checks the arguments by schema and tool; a violation becomes the result.
   *
   * @param fresh whether they come from the model, whose texts may be {@linkplain
   *     io.awaken.core.tool.ArgumentSchema#fitted converted}; stored ones stay as approved
   */
  PreparedCall check(PreparedCall call, boolean fresh) {
    if (call.tool().tool().transactional() && transactions.isEmpty()) {
      return call.settled(
          ToolResult.errorWithCode(
              call.state().toolName(),
              "not_transactional",
              "not executed: the store has no transactions for tools"));
    }
    try {
      JsonNode given = call.state().arguments();
      MalformedArguments.refuse(given);
      JsonNode arguments = given;
      if (fresh) {
        arguments = call.tool().schema().fitted(given);
      } else {
        call.tool().schema().check(given);
      }
      call.tool().tool().validateArgs(arguments);
      return arguments == given ? call : call.with(arguments);
    } catch (ToolException e) {
      return call.settled(error(call.state().toolName(), e));
    } catch (RuntimeException | Error e) {
      return call.settled(unexpected(call.state().toolName(), e));
    }
  }

  /**
   * Executes a call that a commit marks as running. The process may have paused since that commit
   * and another node may own the run, so the tool is entered only with a valid lease.
   *
   * @param context created on the run's thread when the call started
   * @param lease the run's
   * @throws RunCancelled when the run was asked to stop, or its lease is invalid
   */
  ToolOutput execute(PreparedCall prepared, ToolCallContext context, Lease lease) {
    CallState call = prepared.state();
    CancellationToken stops = context.cancellation();
    try (var interrupt = new InterruptOnCancel(stops)) {
      // The tool must not modify the stored and approved arguments.
      JsonNode arguments = call.arguments().deepCopy();
      if (!lease.valid()) {
        stops.cancel(CancellationToken.Reason.OWNERSHIP_LOST);
      }
      // Opening the transaction may have taken long.
      stops.throwIfCancelled();
      return observed(prepared.tool().tool(), arguments, context);
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

  private ToolOutput observed(Tool tool, JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException {
    long since = observer.now();
    observer.toolStarted(context.run(), context.callId(), context.toolName());
    boolean failed = true;
    try {
      ToolOutput output = whole(context.toolName(), tool.execute(arguments, context));
      failed = output.result().failed();
      return output;
    } finally {
      observer.toolEnded(context.run(), context.callId(), context.toolName(), failed, since);
    }
  }

  /** Does the same on the run's own thread. */
  ToolOutput executeInline(PreparedCall prepared, ToolCallContext context, Lease lease) {
    try {
      return watch.call(
          new InlineTool(prepared.state().toolName()), () -> execute(prepared, context, lease));
    } catch (RuntimeException e) {
      throw e;
    } catch (HookTimeout e) {
      context.cancellation().throwIfCancelled();
      LOG.log(
          Level.WARNING,
          "tool {0} is declared inline and {1}; the model gets an error result and the run"
              + " continues",
          prepared.state().toolName(),
          e.getMessage());
      return ToolOutput.of(timeout(prepared.state().toolName(), HookWatch.DEADLINE, false));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Identifies a tool that is watched. */
  private record InlineTool(String name) {
    @Override
    public String toString() {
      return "inline tool " + name;
    }
  }

  /** The result of a tool that exceeded its time limit. */
  static ToolResult timeout(String toolName, Duration limit, boolean rolledBack) {
    return ToolResult.errorWithCode(
        toolName,
        "timeout",
        "the tool did not answer within "
            + limit
            + (rolledBack ? "; what it wrote is rolled back" : "; what it did is not known"));
  }

  /** Turns everything except fatal errors of the virtual machine into a result. */
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

  /** The tool's context: the current state of the run. */
  static ToolCallContext context(
      Activation run,
      PreparedCall prepared,
      CancellationToken stops,
      ActivitySink activity,
      RunModel model,
      Tasks tasks) {
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
        model,
        tasks);
  }

  /** Run, step and call, and the revision of arguments that a decision changed. */
  static String key(Activation run, CallState call) {
    String key = run.identity().runId() + ":" + call.step() + ":" + call.callId();
    return call.revision() == 0 ? key : key + ":" + call.revision();
  }

  private ToolOutput whole(String toolName, ToolOutput output) {
    ToolOutput limited = limited(toolName, output);
    return new ToolOutput(limited.result().whole(), limited.command());
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
    if (media > maxMedia) {
      return ToolOutput.of(
          ToolResult.errorWithCode(
              toolName,
              "result_too_large",
              "the media of the result has " + media + " bytes, the limit is " + maxMedia));
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

  /** Characters of everything that is stored and published. */
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

  /**
   * Reports to the model why arguments are no valid JSON, so that it repeats the call (features row
   * 1004). Unreadable arguments are stored as text. Stateless.
   */
  static final class MalformedArguments {

    private static final ObjectReader STRICT =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    private MalformedArguments() {}

    /**
     * @throws ToolException when the arguments are text
     */
    static void refuse(JsonNode arguments) throws ToolException {
      if (arguments.isTextual()) {
        throw new ToolException(
            ToolException.Kind.INVALID_ARGUMENTS,
            "the arguments are not a JSON object: "
                + reason(arguments.textValue())
                + ". The tool was not executed; make the call again with one whole JSON object that"
                + " fits its schema");
      }
    }

    private static String reason(String text) {
      try {
        STRICT.readTree(text);
        return "they are another kind of value";
      } catch (JsonProcessingException e) {
        // Without the parser's message, which may be as long as the text.
        long at = e.getLocation() == null ? -1 : e.getLocation().getCharOffset();
        if (at >= text.length()) {
          return "they end too early, after character " + text.length();
        }
        return at < 0 ? "they cannot be read" : "they cannot be read from character " + at + " on";
      }
    }
  }

  /**
   * Interrupts the thread that opened it when the run is cancelled. Closing prevents further
   * interrupts and clears a pending one, so that the thread can write.
   */
  static final class InterruptOnCancel implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final Object lock = new Object();
    private final CancellationToken.Registration registration;
    private boolean closed;
    private boolean interrupted;

    InterruptOnCancel(CancellationToken cancellation) {
      registration = cancellation.onCancel(this::interrupt);
    }

    private void interrupt() {
      synchronized (lock) {
        if (!closed) {
          interrupted = true;
          thread.interrupt();
        }
      }
    }

    @Override
    public void close() {
      registration.close();
      synchronized (lock) {
        closed = true;
        if (interrupted) {
          Thread.interrupted();
        }
      }
    }
  }
}
