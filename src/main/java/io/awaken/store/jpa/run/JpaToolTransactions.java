package io.awaken.store.jpa.run;

import io.awaken.core.run.Fence;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.run.ToolTransactions.RolledBack;
import io.awaken.store.database.Database;
import io.awaken.store.database.SessionLimits;
import io.awaken.store.database.Transactions;
import io.awaken.store.database.Transactions.TransactionFailed;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Transactions of tools: the fenced write is the last statement. */
public final class JpaToolTransactions implements ToolTransactions {

  private static final System.Logger LOG = System.getLogger(JpaToolTransactions.class.getName());

  private final Transactions transactions;
  private final JpaRunCommit commits;
  private final Database database;

  public JpaToolTransactions(Transactions transactions, JpaRunCommit commits, Database database) {
    this.transactions = transactions;
    this.commits = commits;
    this.database = database;
  }

  @Override
  public Optional<Fence> within(Duration limit, Supplier<Optional<LastWrite>> work) {
    var attempt = new Attempt(work);
    try {
      return Optional.of(attempt.run(limit));
    } catch (NothingToKeep e) {
      return Optional.empty();
    } catch (TransactionFailed e) {
      if (e.outcomeUnknown()) {
        return Optional.of(attempt.resolve(e));
      }
      throw new RolledBack("The transaction of a tool was not committed", e);
    } catch (RuntimeException e) {
      throw new RolledBack("The transaction of a tool was rolled back", e);
    }
  }

  /** One transaction and its last write. */
  private final class Attempt {

    private final Supplier<Optional<LastWrite>> work;
    private LastWrite last;
    private boolean interrupted;

    Attempt(Supplier<Optional<LastWrite>> work) {
      this.work = work;
    }

    Fence run(Duration limit) {
      try {
        return transactions.once(
            limit,
            em -> {
              SessionLimits.allowPauses(database, limit);
              last = work.get().orElseThrow(NothingToKeep::new);
              // An interrupt during the write would break the connection.
              interrupted = Thread.interrupted();
              if (!transactions.active()) {
                throw new IllegalStateException("the tool has ended the transaction it was given");
              }
              return commits.commit(em, last.fence(), last.step());
            });
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /** Resolves an ambiguous commit without repeating the work. */
    Fence resolve(TransactionFailed lost) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The answer to the commit of a tool''s transaction was lost; checking whether it was"
              + " written: {0}",
          lost.getMessage());
      if (commits.isWritten(last.fence(), last.step().commitId())) {
        return last.step().next(last.fence());
      }
      throw new RolledBack("The commit of a tool's transaction was lost", lost);
    }
  }

  /** Rolls back a transaction without a result. */
  private static final class NothingToKeep extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NothingToKeep() {
      super("the tool has no result to store", null, false, false);
    }
  }
}
