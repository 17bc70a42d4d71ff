package io.awaken.bench.core;

import io.awaken.core.run.ThreadId;
import io.awaken.fixture.TwoStepRuntime;

/** The agent in this runtime, with mailbox, phases, commits and events. */
final class AwakenAssistant implements Contender {

  private final TwoStepRuntime runtime = new TwoStepRuntime();

  @Override
  public void conversation(String id, int messages) {
    runtime.conversation(id, messages);
  }

  @Override
  public String run(String id) {
    return runtime.run(new ThreadId(id)).response();
  }

  @Override
  public void close() {
    runtime.close();
  }
}
