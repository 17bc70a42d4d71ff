package io.awaken.core.loop.inference;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.CompactionConfig;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One model that answers and another that summarises, distinguished by their requests. */
final class SummarisingModel implements LlmExecutor {

  private final LlmExecutor answers;
  private final LlmExecutor summaries;
  private final List<LlmRequest> asked = new CopyOnWriteArrayList<>();
  private final List<LlmRequest> summarised = new CopyOnWriteArrayList<>();

  SummarisingModel(LlmExecutor answers, LlmExecutor summaries) {
    this.answers = answers;
    this.summaries = summaries;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    boolean summary = CompactionConfig.DEFAULT.summarizerSystemPrompt().equals(request.system());
    (summary ? summarised : asked).add(request);
    return (summary ? summaries : answers).execute(request, listener, cancellation);
  }

  /** The requests to answer. */
  List<LlmRequest> asked() {
    return asked;
  }

  /** The requests to summarise. */
  List<LlmRequest> summarised() {
    return summarised;
  }
}
