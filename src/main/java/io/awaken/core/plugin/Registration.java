package io.awaken.core.plugin;

/** Lets a plugin say more about the part that it just registered; until its registering ends. */
public final class Registration<T> {

  private Registered<T> registered;

  Registration(Registered<T> registered) {
    this.registered = registered;
  }

  /** Smaller comes first; default 0. */
  public Registration<T> priority(int priority) {
    registered =
        new Registered<>(
            registered.plugin(),
            registered.at(),
            registered.part(),
            priority,
            registered.onFailure(),
            registered.blocking());
    return this;
  }

  /**
   * What follows when it throws or hangs; by default what its point says.
   *
   * @throws IllegalArgumentException when the point does not admit it: a gate cannot be ignored,
   *     and what happens behind a run or only watches it cannot fail it
   */
  public Registration<T> onFailure(FailurePolicy policy) {
    if (!registered.at().admits(policy)) {
      throw new IllegalArgumentException(
          "plugin "
              + registered.plugin()
              + " cannot say "
              + policy
              + " at "
              + registered.at().name()
              + ", which does not admit it");
    }
    registered =
        new Registered<>(
            registered.plugin(),
            registered.at(),
            registered.part(),
            registered.priority(),
            policy,
            registered.blocking());
    return this;
  }

  /** It waits for something: it gets a thread of its own, beside other blocking ones. */
  public Registration<T> blocking() {
    registered =
        new Registered<>(
            registered.plugin(),
            registered.at(),
            registered.part(),
            registered.priority(),
            registered.onFailure(),
            true);
    return this;
  }

  Registered<T> registered() {
    return registered;
  }
}
