package io.awaken.store.jpa.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.QuestionAccess;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.Decision;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.SuspensionRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.ReadableThreads;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.SuspensionUpdates;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads suspensions and takes decisions. */
public final class JpaSuspensionStore implements SuspensionStore {
  /** Without calls that wait for runs. */
  private static final String PEOPLE = " and s.kind <> 'child'";

  private static final String ORDER = " order by s.place, s.createdAt";
  private static final String INBOX =
      "SELECT s.* FROM awaken_suspension s WHERE s.tenant = :tenant AND s.status IN (:statuses)"
          + PEOPLE
          + DeletedThreadRow.leftOutSql("s.thread_key");
  private static final String INBOX_ORDER =
      "s.created_at, s.thread_id, s.run_id, s.call_id, s.ordinal";

  private final Transactions transactions;
  private final Decisions decisions;

  public JpaSuspensionStore(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.decisions = new Decisions(transactions, statements);
  }

  @Override
  public List<SuspensionRecord> ofRun(RunId runId) {
    return find(
        "s.key.threadKey = (select r.threadKey from RunRow r where r.runKey = :key and r.runId ="
            + " :id"
            + DeletedThreadRow.leftOut("r.threadKey")
            + ")"
            + " and s.key.runKey = :key",
        Map.of("key", Keys.run(runId), "id", runId.value()));
  }

  @Override
  public Map<RunId, List<SuspensionRecord>> openOf(Collection<RunId> runs) {
    List<SuspensionRecord> found =
        find(
            "s.key.threadKey in (select r.threadKey from RunRow r where r.runKey in (:keys)"
                + " and r.runId in (:ids)"
                + DeletedThreadRow.leftOut("r.threadKey")
                + ")"
                + " and s.key.runKey in (:keys) and s.runId in (:ids) and s.status = 'open'",
            Map.of(
                "keys",
                runs.stream().map(Keys::run).toList(),
                "ids",
                runs.stream().map(RunId::value).toList()));
    return found.stream().collect(Collectors.groupingBy(question -> question.key().runId()));
  }

  /** Only the open run has open suspensions. */
  @Override
  public List<SuspensionRecord> open(ThreadId threadId) {
    return find(
        "s.key.threadKey = :key and s.status = 'open'"
            + PEOPLE
            + " and s.key.runKey = (select t.openRun from ThreadRow t where t.threadKey = :key)",
        Map.of("key", Keys.thread(threadId)));
  }

  private List<SuspensionRecord> find(String condition, Map<String, Object> values) {
    return transactions.call(
        em -> {
          TypedQuery<SuspensionRow> query =
              em.createQuery(
                      "select s from SuspensionRow s where " + condition + ORDER,
                      SuspensionRow.class)
                  .setHint("org.hibernate.readOnly", true);
          values.forEach(query::setParameter);
          return query.getResultStream().map(SuspensionRow::toRecord).toList();
        });
  }

  @Override
  public List<SuspensionRecord> inbox(InboxQuery query, int limit) {
    Map<String, Object> values = new LinkedHashMap<>();
    var sql = new StringBuilder(INBOX);
    values.put("tenant", query.tenant());
    values.put("statuses", query.statuses());
    if (query.requester() != null) {
      sql.append(" AND s.requester = :requester");
      values.put("requester", query.requester());
    }
    if (query.threadId() != null) {
      sql.append(" AND s.thread_key = :thread");
      values.put("thread", Keys.thread(query.threadId()));
    }
    if (query.agentId() != null) {
      sql.append(" AND s.agent_id = :agent");
      values.put("agent", query.agentId());
    }
    if (query.action() != null) {
      sql.append(" AND s.action = :action");
      values.put("action", SuspensionUpdates.cut(query.action()));
    }
    if (query.reader() != null) {
      sql.append(" AND (").append(seen(query.reader(), values)).append(")");
    }
    if (query.after() != null) {
      behind(query.after(), sql, values);
    }
    sql.append(" ORDER BY ").append(INBOX_ORDER).append(" LIMIT :most");
    values.put("most", limit);
    return transactions.call(
        em -> {
          Query page = em.createNativeQuery(sql.toString(), SuspensionRow.class);
          values.forEach(page::setParameter);
          page.setHint("org.hibernate.readOnly", true);
          Stream<?> rows = page.getResultStream();
          return rows.map(row -> ((SuspensionRow) row).toRecord()).toList();
        });
  }

  /** The rule is {@link QuestionAccess}. */
  private static String seen(Caller reader, Map<String, Object> values) {
    String read = ReadableThreads.of(reader, ThreadAction.READ, values);
    String decide = ReadableThreads.of(reader, ThreadAction.DECIDE, values);
    String inThread =
        "EXISTS (SELECT 1 FROM awaken_thread t WHERE t.thread_key = s.thread_key AND (%s OR %s))"
            .formatted(read, decide);
    if (reader.anonymous()) {
      return inThread;
    }
    values.put("readerApproves", SuspensionUpdates.approves(reader));
    values.put("readerSubject", reader.subject());
    values.put("readerOther", SuspensionUpdates.approvesAsOther(reader));
    return inThread
        + " OR s.approver IN (:readerApproves)"
        + " OR s.approver IN (:readerOther) AND s.requester <> :readerSubject";
  }

  private static void behind(
      InboxQuery.After after, StringBuilder sql, Map<String, Object> values) {
    sql.append(" AND (")
        .append(INBOX_ORDER)
        .append(") > (:createdAt, :afterThread, :afterRun, :afterCall, :afterOrdinal)");
    values.put("createdAt", after.createdAt());
    values.put("afterThread", after.key().threadId().key());
    values.put("afterRun", after.key().runId().value());
    values.put("afterCall", after.key().callId());
    values.put("afterOrdinal", after.key().ordinal());
  }

  @Override
  public DecideOutcome decide(
      SuspensionKey key, String argumentsHash, Decision decision, String by) {
    return decisions.decide(key, argumentsHash, decision, by);
  }

  @Override
  public List<DecideOutcome> expire(int limit) {
    return decisions.expire(limit);
  }
}
