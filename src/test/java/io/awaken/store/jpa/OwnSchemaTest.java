package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import io.awaken.store.database.migration.Migrations;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Installations that share a database have separate schemas, named in their URLs. */
class OwnSchemaTest {

  @Test
  @Rows(166)
  void twoInstallationsInOneDatabaseAreIsolated() {
    Databases.Unopened shared = Databases.unopenedPostgres();
    try (Databases.Fresh owner = shared.open()) {
      owner.execute("CREATE SCHEMA team_a");
      owner.execute("CREATE SCHEMA team_b");
      try (InDatabase a = installed(shared, "team_a");
          InDatabase b = installed(shared, "team_b")) {
        a.mailbox().submit(submission());

        assertThat(b.mailbox().due(9)).isEmpty();
        var due = a.mailbox().due(9).getFirst();
        assertThat(b.mailbox().claim(due, new ClaimToken("theirs"))).isEmpty();
        assertThat(a.mailbox().claim(due, new ClaimToken("ours"))).isPresent();
        assertThat(b.runs().find(new RunId("r"))).isEmpty();
      }
      assertThat(owner.number("SELECT COUNT(*) FROM team_a.awaken_job")).isOne();
      assertThat(owner.number("SELECT COUNT(*) FROM public.awaken_job")).isZero();
    }
  }

  private static InDatabase installed(Databases.Unopened shared, String schema) {
    String url = shared.url() + (shared.url().contains("?") ? "&" : "?");
    Databases.Fresh own = Databases.open(url + "currentSchema=" + schema);
    Migrations.run(own.dataSource());
    return new InDatabase(own);
  }

  private static Submission submission() {
    return new Submission(
        new RunId("r"),
        new ThreadId("t"),
        new JobId("j"),
        "helper",
        Caller.ANONYMOUS,
        null,
        List.of(Message.user("m", "hello")),
        null);
  }
}
