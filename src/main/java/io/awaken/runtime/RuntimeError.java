package io.awaken.runtime;

import io.awaken.core.agent.ResolveError;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.StateError;

/**
 * Why a runtime refuses a request (features row 40). Two errors of the same kind with the same
 * fields are equal.
 */
public sealed interface RuntimeError {

  /** A message fit for clients. */
  String message();

  /** The state does not allow the request. */
  record State(StateError error) implements RuntimeError {
    @Override
    public String message() {
      return error.message();
    }
  }

  /** The conversation has another open run. */
  record ThreadAlreadyRunning(ThreadId threadId) implements RuntimeError {
    @Override
    public String message() {
      return "thread " + threadId + " has an open run";
    }
  }

  /** There is no such run. */
  record RunNotFound(RunId runId) implements RuntimeError {
    @Override
    public String message() {
      return "run not found: " + runId;
    }
  }

  /** There is no such agent. */
  record AgentNotFound(String agentId) implements RuntimeError {
    @Override
    public String message() {
      return "agent not found: " + agentId;
    }
  }

  /** The agent does not resolve. */
  record ResolveFailed(String message) implements RuntimeError {}

  /** Converts a failed resolution. */
  static RuntimeError of(ResolveException failure) {
    return switch (failure.error()) {
      case ResolveError.AgentNotFound missing -> new AgentNotFound(missing.agentId());
      case ResolveError.EnvBuild build -> new State(build.error());
      default -> new ResolveFailed(failure.getMessage());
    };
  }
}
