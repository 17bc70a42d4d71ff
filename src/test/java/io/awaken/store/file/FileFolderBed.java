package io.awaken.store.file;

import static io.awaken.fixture.CommitBuilder.emptyCommit;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.SettableClock;
import io.awaken.store.memory.MemoryStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** A folder of files with one conversation, which tests open repeatedly. */
abstract class FileFolderBed {

  static final Caller ANN = new Caller("default", "ann", Set.of("user"));
  static final ThreadId THREAD = new ThreadId(ANN.tenant(), "t-1");
  static final RunId RUN = new RunId("r-1");

  @TempDir Path parent;

  final SettableClock clock = new SettableClock();

  Path folder() {
    return parent.resolve("data");
  }

  MemoryStores open() {
    return FileStores.open(folder(), clock, Stores.SETTINGS).stores();
  }

  static Submission submission(String thread, String run) {
    return new Submission(
        new RunId(run),
        new ThreadId(ANN.tenant(), thread),
        new JobId("j-" + run),
        "helper",
        ANN,
        null,
        List.of(Message.user("in-" + run, "hello")),
        new ClaimToken("token"));
  }

  static Claim begun(MemoryStores stores) {
    return ((SubmitResult.Claimed) stores.mailbox().submit(submission("t-1", "r-1"))).claim();
  }

  static RunOutcome answered() {
    return new RunOutcome(new TerminationReason.NaturalEnd(), "done", 2, 30, 12);
  }

  static StepCommit last() {
    return emptyCommit("last");
  }
}
