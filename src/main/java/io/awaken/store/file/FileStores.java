package io.awaken.store.file;

import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.store.memory.MemoryStores;
import io.awaken.store.memory.keep.StoredThread;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Stores whose threads, messages, runs and shared values are files in a folder (features row 165).
 * For development: one process at a time, each commit rewrites the whole conversation, and a power
 * failure may lose the last writes. A killed process loses nothing that it has confirmed; its
 * unfinished runs have failed when the folder is opened again. Changes that the disk rejects are
 * written before the next operation succeeds.
 *
 * <p>Thread-safe.
 */
public final class FileStores {

  static final String CUT_OFF = "the process ended before the run did";

  private static final Logger LOG = System.getLogger(FileStores.class.getName());

  private final MemoryStores stores;
  private final ProfileStore profile;

  private FileStores(MemoryStores stores, ProfileStore profile) {
    this.stores = stores;
    this.profile = profile;
  }

  /**
   * Opens a folder, which the first write creates.
   *
   * @param settings lease and attempts; the node id is not used
   * @throws IllegalStateException naming a file that cannot be read
   */
  public static FileStores open(Path folder, InstantSource clock, MailboxStore.Settings settings) {
    LOG.log(
        Level.WARNING,
        "storing conversations as files in {0}, for development only: queue, events and"
            + " suspensions are in memory, and runs that are unfinished when the process ends fail",
        folder.toAbsolutePath());
    var files = new JsonFiles(folder);
    var keeper = new FileKeeper(files);
    var stores = new MemoryStores(clock, settings, keeper);
    Map<ThreadId, List<RunRecord>> runs =
        keeper.runs().stream().collect(Collectors.groupingBy(RunRecord::threadId));
    for (StoredThread kept : keeper.threads()) {
      StoredThread thread = kept;
      List<RunRecord> done = new ArrayList<>();
      for (RunRecord run : runs.getOrDefault(thread.record().id(), List.of())) {
        if (run.status() == RunStatus.DONE) {
          done.add(run);
        } else {
          done.add(cutOff(run, clock.millis()));
          thread = CutOffCalls.answered(thread, run.runId(), run.agentId());
        }
      }
      stores.restore(thread, done);
    }
    return new FileStores(stores, new FileProfileStore(files));
  }

  private static RunRecord cutOff(RunRecord run, long now) {
    return new RunRecord(
        run.runId(),
        run.threadId(),
        run.caller(),
        run.spec(),
        run.jobId(),
        run.generation(),
        RunStatus.DONE,
        new TerminationReason.Error(CUT_OFF),
        null,
        0,
        0,
        0,
        null,
        run.createdAt(),
        run.startedAt(),
        now,
        now,
        run.resolution(),
        run.thread());
  }

  /** Returns every store except that of shared values. */
  public MemoryStores stores() {
    return stores;
  }

  public ProfileStore profile() {
    return profile;
  }
}
