package io.awaken.provider.broken;

import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.spec.ProviderSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A real adapter that records the outcome of each call. For one run at a time. */
final class ObservedAdapter implements LlmAdapter {

  private final LlmAdapter adapter;
  private final List<Attempt> attempts = new ArrayList<>();

  ObservedAdapter(LlmAdapter adapter) {
    this.adapter = adapter;
  }

  /** The published part of one call, and its failure; null for none. */
  static final class Attempt implements LlmListener {
    private final LlmListener listener;
    private final StringBuilder text = new StringBuilder();
    private final Set<String> begun = new LinkedHashSet<>();
    private boolean any;
    private InferenceException failure;

    private Attempt(LlmListener listener) {
      this.listener = listener;
    }

    /** Whether a piece arrived. */
    boolean any() {
      return any;
    }

    boolean hasText() {
      return !text.toString().isBlank();
    }

    String received() {
      return text.toString();
    }

    Set<String> begun() {
      return begun;
    }

    List<ToolCall> whole() {
      return failure.soFar() == null ? List.of() : failure.soFar().toolCalls();
    }

    InferenceException failure() {
      return failure;
    }

    @Override
    public void text(String delta) {
      any = true;
      text.append(delta);
      listener.text(delta);
    }

    @Override
    public void reasoning(String delta) {
      any = true;
      listener.reasoning(delta);
    }

    @Override
    public void toolCallStart(String callId, String name) {
      any = true;
      begun.add(callId);
      listener.toolCallStart(callId, name);
    }

    @Override
    public void toolCallDelta(String callId, String argsDelta) {
      listener.toolCallDelta(callId, argsDelta);
    }
  }

  /** The calls since the last call of this method. */
  List<Attempt> take() {
    var taken = List.copyOf(attempts);
    attempts.clear();
    return taken;
  }

  @Override
  public String name() {
    return adapter.name();
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    LlmExecutor executor = adapter.create(provider);
    return (request, listener, cancellation) -> {
      var attempt = new Attempt(listener);
      attempts.add(attempt);
      try {
        return executor.execute(request, attempt, cancellation);
      } catch (InferenceException e) {
        attempt.failure = e;
        throw e;
      }
    };
  }
}
