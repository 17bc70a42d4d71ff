package io.awaken.core.loop.activation;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The published part of a step's answer that has no message yet. A run that ends now stores its
 * text for later readers, cancels incomplete calls and counts the usage so far (features row 1171).
 * Confined to the run's thread.
 */
public final class UnfinishedAnswer {

  private final StringBuilder text = new StringBuilder(0);
  private final Set<String> begun = new LinkedHashSet<>(0);
  private final List<InferenceException> failures = new ArrayList<>(0);
  private TokenUsage usage;
  private String model;
  private long took;

  /** Starts another answer, or the same one again. */
  public void forget() {
    text.setLength(0);
    begun.clear();
  }

  /** Appends published text. */
  public void append(String delta) {
    text.append(delta);
  }

  /** Records the published start of a call. */
  public void callStarted(String callId) {
    begun.add(callId);
  }

  /** Records that a call was cancelled for readers. */
  public void callCancelled(String callId) {
    begun.remove(callId);
  }

  /** Records that all calls were cancelled for readers. */
  public void allCallsCancelled() {
    begun.clear();
  }

  /** Records a failed model call; its usage counts once. */
  public void failed(InferenceException failure) {
    boolean known = failures.stream().anyMatch(before -> before == failure);
    TokenUsage more = failure.soFar() == null ? null : failure.soFar().usage();
    if (!known && more != null) {
      failures.add(failure);
      usage = usage == null ? more : usage.plus(more);
    }
  }

  /**
   * Records a finished model call, whether it succeeded or failed.
   *
   * @param modelId the model asked last
   * @param millis the duration
   */
  public void modelCallTook(String modelId, long millis) {
    model = modelId;
    took = millis;
  }

  /** Records a successful model call whose usage was counted. */
  public void counted() {
    failures.clear();
    usage = null;
  }

  /** The answer is complete: its message has the calls. */
  public void answered() {
    begun.clear();
    counted();
  }

  /**
   * Ends the run here.
   *
   * @return the published text of the answer; empty when there is none or a message contains it
   */
  public Optional<Message> end(Activation run) {
    boolean none = !run.stepOpen() || text.isEmpty() || stored(run);
    Optional<Message> message = none ? Optional.empty() : message(run);
    begun.forEach(callId -> run.events().emit(new AgentEvent.ToolCallCancel(callId)));
    begun.clear();
    if (usage != null) {
      run.used(usage, usage);
      run.events().emit(new AgentEvent.InferenceComplete(model, usage, took));
      counted();
    }
    text.setLength(0);
    return message;
  }

  private static boolean stored(Activation run) {
    String id = run.stepMessageId();
    return run.pending().messages().stream().anyMatch(message -> message.id().equals(id))
        || run.history().reversed().stream().anyMatch(message -> message.id().equals(id));
  }

  private Optional<Message> message(Activation run) {
    run.events().complete(new AgentEvent.TextDelta(run.stepMessageId(), "").key());
    List<ContentBlock> content =
        PublishedContent.of(run, List.of(new ContentBlock.Text(text.toString())));
    var message =
        new Message(
            run.stepMessageId(), Role.ASSISTANT, content, List.of(), null, null, run.metadata());
    return message.text().isBlank() ? Optional.empty() : Optional.of(message);
  }

  /**
   * Content of an answer as changed by plugins in its events. A changed text becomes one block in
   * the place of the first, since a change may span blocks. Provider attachments, signature and
   * encrypted reasoning are dropped, because they refer to the original text. Stateless.
   */
  public static final class PublishedContent {

    private PublishedContent() {}

    /**
     * @param content from the model, in storable form
     */
    public static List<ContentBlock> of(Activation run, List<ContentBlock> content) {
      if (!run.events().tapped()) {
        return content;
      }
      List<ContentBlock> texts =
          agreed(
              run,
              content,
              block -> block instanceof ContentBlock.Text text ? text.text() : null,
              text -> new AgentEvent.TextDelta(run.stepMessageId(), text),
              ContentBlock.Text::new);
      return agreed(
          run,
          texts,
          block -> block instanceof ContentBlock.Thinking thinking ? thinking.thinking() : null,
          AgentEvent.ReasoningDelta::new,
          ContentBlock.Thinking::new);
    }

    /**
     * @param text of a block; null for another kind of block
     */
    private static List<ContentBlock> agreed(
        Activation run,
        List<ContentBlock> content,
        Function<ContentBlock, String> text,
        Function<String, AgentEvent.Delta> delta,
        Function<String, ContentBlock> block) {
      var whole = new StringBuilder();
      for (ContentBlock each : content) {
        String part = text.apply(each);
        whole.append(part == null ? "" : part);
      }
      String original = whole.toString();
      String stored = run.events().stored(delta.apply(original));
      if (stored.equals(original)) {
        return content;
      }
      var out = new ArrayList<ContentBlock>(content.size());
      boolean written = stored.isEmpty();
      for (ContentBlock each : content) {
        if (text.apply(each) == null) {
          out.add(each);
        } else if (!written) {
          out.add(block.apply(stored));
          written = true;
        }
      }
      return out;
    }
  }
}
