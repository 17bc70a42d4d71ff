package io.awaken.store.jpa.suspension;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.webhook.Notices;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.SuspensionRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes decisions of callers and of timeouts. */
final class Decisions {
  private static final System.Logger LOG = System.getLogger(Decisions.class.getName());
  private static final String OVERDUE_ORDER =
      "s.expires_at, s.thread_id, s.run_id, s.call_id, s.ordinal";
  private static final Object[] START = {Long.MIN_VALUE, "", "", "", 0};
  private final Transactions transactions;
  private final Statements statements;
  private final String overdue;

  Decisions(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.statements = statements;
    overdue =
        "SELECT "
            + OVERDUE_ORDER
            + " FROM awaken_suspension s JOIN awaken_thread t ON t.thread_key = s.thread_key"
            + " WHERE s.status = 'open' AND s.expires_at <= "
            + statements.clock()
            + " AND ("
            + OVERDUE_ORDER
            + ") > (:at, :thread, :run, :call, :ordinal) ORDER BY "
            + OVERDUE_ORDER
            + " LIMIT :most"
            + statements.unlockedThreads();
  }

  DecideOutcome decide(SuspensionKey key, String argumentsHash, Decision decision, String by) {
    return AmbiguousCommits.call(transactions, em -> decide(em, key, argumentsHash, decision, by));
  }

  private DecideOutcome decide(
      EntityManager em, SuspensionKey key, String argumentsHash, Decision decision, String by) {
    SuspensionRecord asked = find(em, key);
    // A closed suspension never reopens and its hash never changes, so a refusal needs no lock.
    Optional<Taken> refusal = QuestionCounts.refusal(asked, argumentsHash);
    if (refusal.isPresent()) {
      return new DecideOutcome(refusal.get(), asked);
    }
    statements.threads().hold(em, Keys.thread(key.threadId()));
    if (statements.suspensions().decide(em, key, decision, by)) {
      return taken(em, asked.decided(decision, by));
    }
    SuspensionRecord now =
        expire(em, asked).map(DecideOutcome::now).orElseGet(() -> reread(em, key));
    // Null when the thread was deleted.
    return new DecideOutcome(now == null ? Taken.NOT_FOUND : Taken.CLOSED, now);
  }

  /** Reads the current row under the lock. */
  private static SuspensionRecord reread(EntityManager em, SuspensionKey key) {
    em.clear();
    // A different statement than before, since H2 caches the result of a repeated one.
    SuspensionRow row =
        em.find(SuspensionRow.class, SuspensionRow.Key.of(key), LockModeType.PESSIMISTIC_WRITE);
    return row == null ? null : row.toRecord();
  }

  /** Continues after failures, so that they do not block newer suspensions. */
  List<DecideOutcome> expire(int limit) {
    List<DecideOutcome> expired = new ArrayList<>();
    Object[] last = START;
    while (last != null && expired.size() < limit) {
      Object[] after = last;
      int most = limit - expired.size();
      List<Object[]> page = transactions.call(em -> overdue(em, after, most));
      page.forEach(row -> expireOne(key(row)).ifPresent(expired::add));
      last = page.size() < most ? null : page.getLast();
    }
    return expired;
  }

  private Optional<DecideOutcome> expireOne(SuspensionKey key) {
    try {
      return transactions.call(em -> expire(em, key));
    } catch (RuntimeException e) {
      // A suspension that cannot be decided must not block the others.
      LOG.log(
          System.Logger.Level.WARNING,
          "The suspension of call "
              + key.callId()
              + " of run "
              + key.runId()
              + " has expired and could not be decided; the next check tries again",
          e);
      return Optional.empty();
    }
  }

  private List<Object[]> overdue(EntityManager em, Object[] after, int limit) {
    List<?> rows =
        em.createNativeQuery(overdue)
            .setParameter("at", after[0])
            .setParameter("thread", after[1])
            .setParameter("run", after[2])
            .setParameter("call", after[3])
            .setParameter("ordinal", after[4])
            .setParameter("most", limit)
            .getResultList();
    return rows.stream().map(row -> (Object[]) row).toList();
  }

  private static SuspensionKey key(Object[] row) {
    return new SuspensionKey(
        ThreadId.ofKey((String) row[1]),
        new RunId((String) row[2]),
        (String) row[3],
        ((Number) row[4]).intValue());
  }

  private Optional<DecideOutcome> expire(EntityManager em, SuspensionKey key) {
    statements.threads().hold(em, Keys.thread(key.threadId()));
    SuspensionRecord asked = find(em, key);
    return asked == null ? Optional.empty() : expire(em, asked);
  }

  /** Decides under the lock; empty when it has not expired or is not open. */
  private Optional<DecideOutcome> expire(EntityManager em, SuspensionRecord asked) {
    if (asked.expiresAt() == null) {
      return Optional.empty();
    }
    Decision decision = asked.ticket().expiry().decision(now(em));
    return statements.suspensions().expire(em, asked.key(), decision, Expiry.BY)
        ? Optional.of(taken(em, asked.decided(decision, Expiry.BY)))
        : Optional.empty();
  }

  private long now(EntityManager em) {
    Object now =
        em.createNativeQuery("SELECT " + statements.clock() + " AS instant").getSingleResult();
    return Sql.number(now);
  }

  private DecideOutcome taken(EntityManager em, SuspensionRecord decided) {
    var key = decided.key();
    statements.outbox().write(em, key.threadId(), key.runId(), Notices.answered(decided));
    boolean resumes = statements.resumption().afterDecision(em, key);
    return new DecideOutcome(resumes ? Taken.RESUMES : Taken.STORED, decided);
  }

  /** Bypasses cached entities. */
  private static SuspensionRecord find(EntityManager em, SuspensionKey key) {
    em.clear();
    SuspensionRow row = em.find(SuspensionRow.class, SuspensionRow.Key.of(key));
    return row == null ? null : row.toRecord();
  }
}
