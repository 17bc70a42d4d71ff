package io.awaken.store.jpa.statement;

import io.awaken.core.mailbox.TenantTurns;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.JobRow;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Reads claimable jobs tenant by tenant. It reads the index in parts until it has enough, since
 * sorting the whole queue for a few jobs would slow down a node that drains a long queue (F48,
 * F50). When one tenant fills a part, the rest of its jobs is skipped unless the other tenants have
 * too few. Jobs that are not due are skipped within the index. So are the jobs of a thread that
 * fills a part: at most one of them is due, the first or that of its open run, wherever it is in
 * the queue.
 */
public final class DueJobs {

  /** Size of the first parts, and of further parts within a tenant. */
  public static final int FIRST = 128;

  static final int FURTHER = 1_000;

  private static final String PLACE = "q.priority, q.created_at, q.job_id";

  /** The tenant of jobs whose thread key has no tenant. */
  private static final String UNNAMED = "";

  private final String clock;
  private final QueueTable queue;
  private final String turn;
  private final String behind;
  private final String behindUntil;
  private final String within;
  private final String skipping;

  public DueJobs(DatabaseProduct product) {
    this.clock = product.clockMillis();
    this.queue = QueueTable.of(product);
    String more = " AND q.tenant_key > :tenant";
    String until = " AND q.tenant_key <= :until";
    String same = " AND q.tenant_key = :tenant AND (" + PLACE + ") > (:priority, :created, :job)";
    turn = joined(part(0, more, FIRST) + " UNION ALL " + part(1, until, FIRST));
    behind = joined(part(0, more, FIRST));
    behindUntil = joined(part(1, more + until, FIRST));
    within = joined(part(0, same, FURTHER));
    skipping =
        joined(
            part(
                0,
                same + " AND (q.thread_key NOT IN (:skipped) OR q.run_key IN (:open))",
                FURTHER));
  }

  /**
   * The length is literal: with a parameter the database would plan for any length. The time is
   * evaluated once, so that the index can use it.
   */
  private String part(int lap, String where, int length) {
    return "(SELECT "
        + lap
        + " AS lap, q.thread_key, q.job_id, q.run_key, q.priority, q.created_at, q.tenant_key"
        + queue.fromWhere("")
        + " AND q.available_at <= (SELECT "
        + clock
        + ")"
        + where
        + queue.order()
        + " LIMIT "
        + length
        + ")";
  }

  /**
   * Adds the open run of each job's thread: 0 for none, null when it executes or the thread is
   * missing. Subqueries per row, because a join would be planned as a scan of all threads. No job
   * is filtered out, so a part that is shorter than its length is the last.
   */
  private static String joined(String jobs) {
    return "SELECT j.job_id, (SELECT t.thread_id FROM awaken_thread t WHERE t.thread_key ="
        + " j.thread_key) AS thread_id, (SELECT r.run_id FROM awaken_run r WHERE"
        + " r.thread_key = j.thread_key AND r.run_key = j.run_key) AS run_id, j.priority,"
        + " j.created_at, (SELECT CASE WHEN t.slot_job IS NULL THEN COALESCE(t.open_run, 0)"
        + " END FROM awaken_thread t WHERE t.thread_key = j.thread_key) AS open,"
        + " j.tenant_key, j.lap FROM ("
        + jobs
        + ") j ORDER BY j.lap, j.tenant_key, j.priority, j.created_at, j.job_id";
  }

  /**
   * @param after the tenant that had the last turn; null starts after the tenant without
   *     authentication, which costs nothing for the many installations that have only this one
   */
  public List<Candidate> read(EntityManager em, int limit, String after) {
    String last = after == null ? UNNAMED : JobRow.turnOf(after);
    var queues = new LinkedHashMap<String, TenantQueue>();
    Map<Boolean, List<Row>> laps = readFirst(em, last);
    readTenants(em, queues, laps.get(true), null, limit);
    readTenants(em, queues, laps.get(false), last, limit);

    int share = Math.ceilDiv(limit, Math.max(1, queues.size()));
    queues.values().forEach(queue -> readMore(em, queue, share));
    for (TenantQueue queue : queues.values()) {
      // Unused places of one tenant go to the others.
      int found = queues.values().stream().mapToInt(TenantQueue::size).sum();
      readMore(em, queue, queue.size() + Math.max(0, limit - found));
    }
    return TenantTurns.interleave(queues.values().stream().map(TenantQueue::found).toList(), limit);
  }

  /**
   * Reads the first part, grouped by position after or before the tenant that had the last turn.
   */
  private Map<Boolean, List<Row>> readFirst(EntityManager em, String last) {
    List<Row> rows =
        rows(em.createNativeQuery(turn).setParameter("tenant", last).setParameter("until", last));
    return rows.stream().collect(Collectors.partitioningBy(row -> row.lap() == 0));
  }

  /** Moves from tenant to tenant until enough of them have due jobs. */
  private void readTenants(
      EntityManager em,
      Map<String, TenantQueue> queues,
      List<Row> first,
      String until,
      int tenants) {
    List<Row> part = first;
    while (!part.isEmpty()) {
      for (Row row : part) {
        queues.computeIfAbsent(row.tenant(), name -> new TenantQueue()).add(row);
      }
      String reached = part.getLast().tenant();
      boolean more = part.size() == FIRST;
      if (more) {
        queues.get(reached).setMore(true);
        readMore(em, queues.get(reached), 1);
      }
      boolean others = more && !reached.equals(until) && withDue(queues) < tenants;
      part = others ? behind(em, reached, until) : List.of();
    }
  }

  private static long withDue(Map<String, TenantQueue> queues) {
    return queues.values().stream().filter(queue -> queue.size() > 0).count();
  }

  private List<Row> behind(EntityManager em, String reached, String until) {
    Query query = em.createNativeQuery(until == null ? behind : behindUntil);
    query.setParameter("tenant", reached);
    if (until != null) {
      query.setParameter("until", until);
    }
    return rows(query);
  }

  /** Reads on within one tenant until it has enough due jobs or ends. */
  private void readMore(EntityManager em, TenantQueue queue, int wanted) {
    while (queue.hasMore() && queue.size() < wanted) {
      Row last = queue.last();
      boolean skips = queue.skips();
      Query query =
          em.createNativeQuery(skips ? skipping : within)
              .setParameter("tenant", last.tenant())
              .setParameter("priority", last.priority())
              .setParameter("created", last.createdAt())
              .setParameter("job", last.candidate().jobId().value());
      if (skips) {
        query.setParameter("skipped", queue.skipped()).setParameter("open", queue.open());
      }
      List<Row> part = rows(query);
      queue.nextPart();
      part.forEach(queue::add);
      queue.setMore(part.size() == FURTHER);
    }
  }

  private static List<Row> rows(Query query) {
    List<?> rows = query.getResultList();
    return rows.stream().map(row -> Row.of((Object[]) row)).toList();
  }

  /**
   * An available job.
   *
   * @param open the key of the open run of its thread; 0 for none, null while it executes
   * @param tenant sort column of the tenant
   * @param lap 0, or 1 for tenants up to the one that had the last turn
   */
  record Row(Candidate candidate, int priority, long createdAt, Long open, String tenant, int lap) {

    private static Row of(Object[] row) {
      return new Row(
          new Candidate(
              new JobId((String) row[0]),
              ThreadId.ofKey((String) row[1]),
              new RunId((String) row[2])),
          number(row[3]).intValue(),
          number(row[4]).longValue(),
          row[5] == null ? null : number(row[5]).longValue(),
          (String) row[6],
          number(row[7]).intValue());
    }

    boolean claimable() {
      return open != null && (open == Keys.NO_RUN || open == Keys.run(candidate.runId()));
    }

    /** Returns the open run of its thread; null when there is none or it executes. */
    Long openRun() {
      return open == null || open == Keys.NO_RUN ? null : open;
    }

    UUID threadKey() {
      return Keys.thread(candidate.threadId());
    }

    private static Number number(Object value) {
      return (Number) value;
    }
  }

  /** The part of one tenant's queue that {@link DueJobs} has read. Used by one thread. */
  static final class TenantQueue {

    /** A thread with this many jobs in one part is skipped from then on. */
    private static final int MANY = 8;

    private final List<Candidate> found = new ArrayList<>();
    private final Set<UUID> threads = new HashSet<>();
    private final Set<UUID> skipped = new HashSet<>();

    /** Never empty, which is invalid SQL. */
    private final Set<Long> open = new HashSet<>(Set.of(Keys.NO_RUN));

    private final Map<UUID, Integer> met = new HashMap<>();
    private DueJobs.Row last;
    private boolean more;

    void add(DueJobs.Row row) {
      last = row;
      // Only the first available job of a thread is due.
      if (row.claimable() && threads.add(row.threadKey())) {
        found.add(row.candidate());
      }
      if (met.merge(row.threadKey(), 1, Integer::sum) == MANY) {
        skipped.add(row.threadKey());
        if (row.openRun() != null) {
          open.add(row.openRun());
        }
      }
    }

    /** Jobs per thread are counted for each part. */
    void nextPart() {
      met.clear();
    }

    /** Sets whether there may be jobs after the last row. */
    void setMore(boolean more) {
      this.more = more;
    }

    boolean hasMore() {
      return more;
    }

    /** Returns the due jobs in queue order. */
    List<Candidate> found() {
      return found;
    }

    int size() {
      return found.size();
    }

    DueJobs.Row last() {
      return last;
    }

    /** Returns whether threads are skipped from now on. */
    boolean skips() {
      return !skipped.isEmpty();
    }

    /** Returns the skipped threads. */
    Set<UUID> skipped() {
      return skipped;
    }

    /** Returns open runs of the skipped threads, which are not skipped. */
    Set<Long> open() {
      return open;
    }
  }

  /**
   * The queued jobs in queue order. PostgreSQL lists them in a separate table, so that no index
   * prevents HOT updates of jobs. On H2 the list is a view; since H2 cannot order a view by an
   * index, it reads the jobs themselves.
   *
   * @param table the table, to be followed by an alias
   * @param queued the condition of queued jobs
   * @param first the first columns of the index, as in the order
   */
  public record QueueTable(String table, String queued, String first) {

    public static QueueTable of(DatabaseProduct product) {
      return switch (product) {
        case H2 -> new QueueTable("awaken_job", "q.status = 'queued'", "q.status, ");
        case POSTGRESQL -> new QueueTable("awaken_queue", "TRUE", "");
      };
    }

    /**
     * Returns the table as {@code q} with its condition, to be extended.
     *
     * @param joined joins with other tables; may be empty
     */
    public String fromWhere(String joined) {
      return " FROM " + table + " q" + joined + " WHERE " + queued;
    }

    /** The order of the queue and its index. */
    public String order() {
      return " ORDER BY " + first + "q.tenant_key, q.priority, q.created_at, q.job_id";
    }
  }
}
