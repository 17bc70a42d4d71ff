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

  /** What follows when it throws or hangs; by default what its point says. */
  public Registration<T> onFailure(FailurePolicy policy) {
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
