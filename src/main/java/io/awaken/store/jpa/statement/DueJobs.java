package io.awaken.store.jpa.statement;

import io.awaken.core.mailbox.Turns;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.store.database.DatabaseProduct;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads what may be claimed, tenant by tenant. Goes along the index a part at a time until it has
 * found enough: to sort the whole queue for the few that a node has room for would make a long
 * queue slow just when it is to be worked off (F48, F50). Of a tenant that fills a part the rest is
 * skipped, unless the others do not have enough. What is not due yet is passed by within the index,
 * and so is a thread of which many jobs were met: only one of them can be due, the first, or that
 * of its open run, wherever it stands.
 */
public final class DueJobs {

  /** Jobs of the first parts, and of those that go on within one tenant. */
  public static final int FIRST = 128;

  static final int FURTHER = 1_000;

  private static final String PLACE = "q.priority, q.created_at, q.job_id";

  /** The open run of a thread that has none. */
  private static final String NOTHING = "";

  /** The tenant of jobs whose tenant is not named in the keys of their threads. */
  private static final String UNNAMED = "";

  private final String clock;
  private final QueueTable queue;
  private final String turn;
  private final String behind;
  private final String behindUntil;
  private final String within;
  private final String passing;

  public DueJobs(DatabaseProduct product) {
    this.clock = product.clockMillis();
    this.queue = QueueTable.of(product);
    String tenant = "q." + queue.tenant();
    String more = " AND " + tenant + " > :tenant";
    String until = " AND " + tenant + " <= :until";
    String same = " AND " + tenant + " = :tenant AND (" + PLACE + ") > (:priority, :created, :job)";
    turn = joined(part(0, more, FIRST) + " UNION ALL " + part(1, until, FIRST));
    behind = joined(part(0, more, FIRST));
    behindUntil = joined(part(1, more + until, FIRST));
    within = joined(part(0, same, FURTHER));
    passing =
        joined(
            part(0, same + " AND (q.thread_id NOT IN (:passed) OR q.run_id IN (:open))", FURTHER));
  }

  /**
   * The length is part of the text: with a parameter the database would plan for any length. The
   * time is asked for once, and so of use to the index.
   */
  private String part(int lap, String where, int length) {
    return "(SELECT "
        + lap
        + " AS lap, q.thread_id, q.job_id, q.run_id, q.priority, q.created_at, q."
        + queue.tenant()
        + " AS turn_of"
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
   * Each job with what its thread goes on with, which is no text for nothing, and null for one that
   * is being executed or has no thread. Asked row by row: a join would be planned as a scan of all
   * threads. No job is left out, so that a part which is shorter than its length is known to be the
   * last.
   */
  private static String joined(String jobs) {
    return "SELECT j.job_id, j.thread_id, j.run_id, j.priority, j.created_at,"
        + " (SELECT CASE WHEN t.slot_job IS NULL THEN COALESCE(t.open_run, '') END"
        + " FROM awaken_thread t WHERE t.thread_id = j.thread_id) AS open, j.turn_of, j.lap FROM ("
        + jobs
        + ") j ORDER BY j.lap, j.turn_of, j.priority, j.created_at, j.job_id";
  }

  /**
   * @param after the tenant that had the last turn; null where nobody had one: to begin behind the
   *     tenant without authentication, which most installations have alone, costs them nothing
   */
  public List<Candidate> read(EntityManager em, int limit, String after) {
    String last = after == null ? UNNAMED : turnOf(after);
    var queues = new LinkedHashMap<String, TenantQueue>();
    Map<Boolean, List<Row>> laps = firstLook(em, last);
    walk(em, queues, laps.get(true), null, limit);
    walk(em, queues, laps.get(false), last, limit);

    int share = Math.ceilDiv(limit, Math.max(1, queues.size()));
    queues.values().forEach(queue -> deepen(em, queue, share));
    for (TenantQueue queue : queues.values()) {
      // What some tenants do not need is for the others.
      int found = queues.values().stream().mapToInt(TenantQueue::size).sum();
      deepen(em, queue, queue.size() + Math.max(0, limit - found));
    }
    return Turns.interleave(queues.values().stream().map(TenantQueue::found).toList(), limit);
  }

  /** By whether they are behind the tenant that had the last turn, or to come after those. */
  private Map<Boolean, List<Row>> firstLook(EntityManager em, String last) {
    List<Row> rows =
        rows(em.createNativeQuery(turn).setParameter("tenant", last).setParameter("until", last));
    return rows.stream().collect(Collectors.partitioningBy(row -> row.lap() == 0));
  }

  /** Goes on from tenant to tenant until enough of them have something due. */
  private void walk(
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
        queues.get(reached).goesOn(true);
        deepen(em, queues.get(reached), 1);
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

  /** Reads on within one tenant until it has so many, or no more. */
  private void deepen(EntityManager em, TenantQueue queue, int wanted) {
    while (queue.goesOn() && queue.size() < wanted) {
      Row last = queue.last();
      boolean passes = queue.passes();
      Query query =
          em.createNativeQuery(passes ? passing : within)
              .setParameter("tenant", last.tenant())
              .setParameter("priority", last.priority())
              .setParameter("created", last.createdAt())
              .setParameter("job", last.candidate().jobId().value());
      if (passes) {
        query.setParameter("passed", queue.passed()).setParameter("open", queue.open());
      }
      List<Row> part = rows(query);
      queue.nextPart();
      part.forEach(queue::add);
      queue.goesOn(part.size() == FURTHER);
    }
  }

  private static List<Row> rows(Query query) {
    List<?> rows = query.getResultList();
    return rows.stream().map(row -> Row.of((Object[]) row)).toList();
  }

  public static String turnOf(String tenant) {
    return tenant.equals(Caller.ANONYMOUS.tenant()) ? UNNAMED : tenant;
  }

  /**
   * A job that is available.
   *
   * @param open what its thread goes on with before anything else; no text when there is nothing,
   *     null when it is being executed
   * @param tenant as the queue is ordered by it
   * @param lap 0, or 1 for what is not behind the tenant that had the last turn
   */
  record Row(
      Candidate candidate, int priority, long createdAt, String open, String tenant, int lap) {

    private static Row of(Object[] row) {
      return new Row(
          new Candidate(
              new JobId((String) row[0]),
              ThreadId.ofKey((String) row[1]),
              new RunId((String) row[2])),
          number(row[3]).intValue(),
          number(row[4]).longValue(),
          (String) row[5],
          (String) row[6],
          number(row[7]).intValue());
    }

    boolean claimable() {
      return NOTHING.equals(open) || candidate.runId().value().equals(open);
    }

    /** What its thread goes on with; null when there is nothing, or when it is being executed. */
    String openRun() {
      return NOTHING.equals(open) ? null : open;
    }

    String threadId() {
      return candidate.threadId().key();
    }

    private static Number number(Object value) {
      return (Number) value;
    }
  }
}
