package io.awaken.store.jpa.job;

import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.run.Listing;
import io.awaken.store.jpa.run.RunLists;
import jakarta.persistence.EntityManager;

final class JobLists {

  private static final String BYTES =
      "coalesce(octet_length(j.input), 0) + coalesce(octet_length(j.lastError), 0) + "
          + RunLists.BYTES;

  private JobLists() {}

  static Page<JobRecord> page(EntityManager em, JobQuery query) {
    JobQuery.Filter filter = query.filter();
    var thread = filter.threadId();
    var list =
        new Listing(
                "JobRow j join RunRow r on r.threadId = j.threadId and r.runId = j.runId"
                    + " join ThreadRow t on t.threadId = j.threadId",
                new Listing.Place("j.createdAt", "j.jobId"))
            .where("r.tenant = :tenant", "tenant", filter.tenant())
            .where("r.subject = :subject", "subject", filter.subject())
            .where("j.threadId = :thread", "thread", thread == null ? null : thread.key())
            .readableBy(filter.reader())
            .ofThreadsThatAreThere("j.threadId");
    if (filter.status() != null) {
      list.where("j.status = :status", "status", filter.status().wire());
    }
    if (query.after() != null) {
      var after = query.after();
      list.behind(after.createdAt(), after.jobId().value());
    }
    return list.page(
        em,
        "j, r, " + ThreadRow.ACCESS,
        BYTES,
        new Listing.Bounds(query.skip(), query.limit(), query.bytes()),
        row -> ((JobRow) row[0]).toRecord((RunRow) row[1], ThreadRow.access(row, 2)));
  }
}
