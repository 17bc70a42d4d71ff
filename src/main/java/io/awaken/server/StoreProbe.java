package io.awaken.server;

import io.awaken.store.database.Database;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.faulttolerance.Timeout;

/**
 * Asks the database whether it answers. Callers that come together share one question, so that a
 * database that hangs holds one connection and not one per health check.
 */
@ApplicationScoped
public class StoreProbe {
  private final AtomicReference<CompletableFuture<Void>> asked = new AtomicReference<>();

  @Inject Database database;

  /**
   * Returns when the database has answered. Waits on a future, which the timeout can interrupt; a
   * read from a socket it could not.
   *
   * @throws InterruptedException when the five seconds are over, as some servers report it
   * @throws ExecutionException when the database answers with an error
   */
  @Timeout(5_000)
  public void ask() throws InterruptedException, ExecutionException {
    CompletableFuture<Void> mine = new CompletableFuture<>();
    CompletableFuture<Void> running = asked.compareAndExchange(null, mine);
    if (running == null) {
      Thread.ofVirtual().name("awaken-store-probe").start(() -> answer(mine));
      running = mine;
    }
    running.get();
  }

  private void answer(CompletableFuture<Void> question) {
    try {
      database.ping();
      asked.set(null);
      question.complete(null);
    } catch (Throwable e) {
      // An Error, too, has to make room for the next question, or health would stay red for ever.
      asked.set(null);
      question.completeExceptionally(e);
    }
  }
}
