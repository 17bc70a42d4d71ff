package io.awaken.core.mailbox;

/** Executes a claimed run on the caller's thread until it ends or is handed over. */
@FunctionalInterface
public interface RunExecutor {
  void execute(Claim claim);
}
