package io.awaken.core.state;

/** An error of state, actions or effects (features row 53). Compared by kind and fields. */
public sealed interface StateError {

  /** A message for the log. */
  String message();

  record RevisionConflict(long expected, long actual) implements StateError {
    @Override
    public String message() {
      return "the state is at revision " + actual + ", the change was made for " + expected;
    }
  }

  record MutationBaseRevisionMismatch(long left, long right) implements StateError {
    @Override
    public String message() {
      return "changes made for revisions " + left + " and " + right + " cannot be merged";
    }
  }

  record PluginAlreadyInstalled(String name) implements StateError {
    @Override
    public String message() {
      return "plugin " + name + " is installed already";
    }
  }

  record PluginNotInstalled(String name) implements StateError {
    @Override
    public String message() {
      return "plugin " + name + " is not installed";
    }
  }

  record KeyAlreadyRegistered(String key) implements StateError {
    @Override
    public String message() {
      return "state key " + key + " is registered already";
    }
  }

  record UnknownKey(String key) implements StateError {
    @Override
    public String message() {
      return "state key " + key + " is not registered";
    }
  }

  record UpdateFailed(String key, String reason) implements StateError {
    @Override
    public String message() {
      return "an update of state key " + key + " failed: " + reason;
    }
  }

  record KeyDecode(String key, String reason) implements StateError {
    @Override
    public String message() {
      return "the stored value of state key " + key + " cannot be read: " + reason;
    }
  }

  record KeyEncode(String key, String reason) implements StateError {
    @Override
    public String message() {
      return "the value of state key " + key + " cannot be stored: " + reason;
    }
  }

  record HandlerAlreadyRegistered(String key) implements StateError {
    @Override
    public String message() {
      return "scheduled action " + key + " has a handler already";
    }
  }

  record EffectHandlerAlreadyRegistered(String key) implements StateError {
    @Override
    public String message() {
      return "effect " + key + " has a handler already";
    }
  }

  record PhaseRunLoopExceeded(Phase phase, int maxRounds) implements StateError {
    @Override
    public String message() {
      return "actions of phase "
          + phase
          + " still schedule new ones after "
          + maxRounds
          + " rounds";
    }
  }

  record UnknownScheduledActionHandler(String key) implements StateError {
    @Override
    public String message() {
      return "no handler is registered for scheduled action " + key;
    }
  }

  record UnknownEffectHandler(String key) implements StateError {
    @Override
    public String message() {
      return "no handler is registered for effect " + key;
    }
  }

  record ParallelMergeConflict(String key) implements StateError {
    @Override
    public String message() {
      return "parallel calls wrote state key " + key + ", which is exclusive";
    }
  }

  record ToolAlreadyRegistered(String toolId) implements StateError {
    @Override
    public String message() {
      return "tool " + toolId + " is registered already";
    }
  }

  record ProfileKeyAlreadyRegistered(String key) implements StateError {
    @Override
    public String message() {
      return "profile key " + key + " is registered already";
    }
  }

  record ProfileKeyNotRegistered(String key) implements StateError {
    @Override
    public String message() {
      return "profile key not registered: " + key;
    }
  }

  record Cancelled() implements StateError {
    @Override
    public String message() {
      return "cancelled";
    }
  }
}
