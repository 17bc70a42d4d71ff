package io.awaken.testkit;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;

/** The run that the contexts of this package belong to. */
final class TestRun {

  static final AgentSpec AGENT = AgentSpec.of("test-agent", "test-model");

  static final RunIdentity IDENTITY =
      new RunIdentity(
          new ThreadId("test-thread"), new RunId("test-run"), null, AGENT.id(), Caller.ANONYMOUS);

  private TestRun() {}
}
