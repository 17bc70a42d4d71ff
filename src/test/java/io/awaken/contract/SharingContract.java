package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Fence;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunStore.CancelResult;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.store.thread.MediaStore.Upload;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Attacks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A thread belongs to its owner, and to those it is shared with. */
@Attacks("S58")
public abstract class SharingContract extends SuspendingContract {

  private static final List<String> OPEN = List.of(SuspensionStatus.OPEN.wire());

  private static final Sharing SOME =
      Sharing.with(
          List.of(
              new Share("r%eader", null, Set.of(ThreadAction.READ)),
              new Share(null, "de_sk", Set.of(ThreadAction.WRITE)),
              new Share("de!cider", null, Set.of(ThreadAction.DECIDE))));

  private ThreadId thread(Sharing sharing) {
    return stores.threads().create(newThread(), ANN, null, null, null, sharing).id();
  }

  /** A run of Ann that asks. */
  private Fence asking(ThreadId thread, Approver approver) {
    Fence fence = claimed(thread).fence();
    var ticket = ticket("c-1").decidedBy(approver);
    park(fence, question(fence, "c-1", false, ticket));
    return fence;
  }

  private static Caller caller(String name) {
    return switch (name) {
      case "owner" -> ANN;
      case "colleague" -> COLLEAGUE;
      case "operator" -> new Caller("acme", "root", Set.of("admin")).asOperator();
      case "desk" -> new Caller("acme", "dan", Set.of("clerk", "de_sk"));
      case "boss" -> new Caller("acme", "ben", Set.of("boss"));
      case "anonymous" -> ANONYMOUS;
      case "stranger" -> STRANGER;
      default -> new Caller("acme", name, Set.of());
    };
  }

  private String lists(ThreadId thread, Caller by) {
    var seen = new ArrayList<String>();
    var threads = new ThreadQuery.Filter(by.tenant(), null, null, null, false, by);
    var runs = new RunQuery.Filter(by.tenant(), null, null, null, null, null, by);
    var jobs = new JobQuery.Filter(by.tenant(), null, null, null, by);
    var inbox = new InboxQuery(by.tenant(), null, OPEN, null, null, null, null, by);
    var ofThreads = stores.threads().list(new ThreadQuery(threads, null, 0, 9));
    var ofRuns = stores.runs().list(new RunQuery(runs, null, 0, 9));
    var ofJobs = stores.mailbox().jobs(new JobQuery(jobs, null, 0, 9));
    if (ofThreads.items().stream().anyMatch(each -> each.id().equals(thread))) {
      seen.add("thread");
    }
    if (ofRuns.items().stream().anyMatch(each -> each.threadId().equals(thread))) {
      seen.add("run");
    }
    if (ofJobs.items().stream().anyMatch(each -> each.run().threadId().equals(thread))) {
      seen.add("job");
    }
    if (stores.suspensions().inbox(inbox, 9).stream()
        .anyMatch(each -> each.key().threadId().equals(thread))) {
      seen.add("question");
    }
    assertThat(ofThreads.total()).isEqualTo(ofThreads.items().size());
    assertThat(ofRuns.total()).isEqualTo(ofRuns.items().size());
    assertThat(ofJobs.total()).isEqualTo(ofJobs.items().size());
    return seen.isEmpty() ? "-" : String.join(" ", seen);
  }

  @ParameterizedTest(name = "{1} of a thread shared with {0} sees {2}")
  @CsvSource({
    "nobody, owner, thread run job question",
    "nobody, colleague, -",
    "nobody, desk, -",
    "nobody, operator, thread run job question",
    "nobody, anonymous, -",
    "nobody, stranger, -",
    "tenant, colleague, thread run job question",
    "tenant, anonymous, -",
    "tenant, stranger, -",
    "some, owner, thread run job question",
    "some, r%eader, thread run job question",
    "some, reader, -",
    "some, rXeader, -",
    "some, desk, thread run job question",
    "some, de_sk, -",
    "some, de!cider, question",
    "some, colleague, -",
    "some, stranger, -",
  })
  void listsShowThreadsOfTheirOwnerAndOfThoseTheyAreSharedWith(
      String sharing, String caller, String seen) {
    ThreadId thread = thread(sharing(sharing));
    asking(thread, Approver.ANY_CALLER);

    assertThat(lists(thread, caller(caller))).isEqualTo(seen);
  }

  @ParameterizedTest(name = "{2} sees a question for the role {0}, other than the requester: {1}")
  @CsvSource({
    "boss, true, boss, question",
    "boss, false, boss, question",
    "boss, true, colleague, -",
    "boss, false, anonymous, -",
    "boss, false, stranger, -",
    ", true, colleague, question",
    ", true, anonymous, -",
    ", true, stranger, -",
    ", false, boss, -",
  })
  void anApproverSeesTheQuestionAndNotTheThread(
      String role, boolean other, String caller, String seen) {
    ThreadId thread = thread(Sharing.OWNER);
    asking(thread, new Approver(role, other));

    assertThat(lists(thread, caller(caller))).isEqualTo(seen);
  }

  @ParameterizedTest(name = "{1} of a thread shared with {0} may write: {2}")
  @CsvSource({
    "nobody, owner, true",
    "nobody, colleague, false",
    "nobody, operator, true",
    "nobody, anonymous, false",
    "tenant, colleague, true",
    "tenant, anonymous, false",
    "some, desk, true",
    "some, r%eader, false",
    "some, de!cider, false",
    "some, colleague, false",
  })
  void onlyCallersWhoMayWriteChangeStopOrDeleteAThread(
      String sharing, String name, boolean allowed) {
    ThreadId thread = thread(sharing(sharing));
    Caller by = caller(name);
    var run = asking(thread, Approver.ANY_CALLER).runId();
    var more = submission(thread, null, by).as(SubmitMode.QUEUE);
    var title = new ThreadPatch(ThreadPatch.Change.to("x"), keep(), keep(), keep());
    var content = MediaContent.of("text/plain", new MediaBytes(new byte[] {1}));

    assertThat(stores.mailbox().submit(more) instanceof SubmitResult.Queued).isEqualTo(allowed);
    assertThat(stores.threads().update(thread, by, title).isPresent()).isEqualTo(allowed);
    assertThat(
            stores.threads().media().put(thread, by, content, ThreadLimits.DEFAULT)
                instanceof Upload.Done)
        .isEqualTo(allowed);
    assertThat(stores.runs().cancel(run, by))
        .isEqualTo(allowed ? CancelResult.ENDED : CancelResult.NOT_FOUND);
    assertThat(stores.mailbox().interrupt(thread, by).isPresent()).isEqualTo(allowed);
    stores.mailbox().interrupt(thread, ANN);
    assertThat(stores.threads().delete(thread, by, false))
        .isEqualTo(allowed ? Deleted.DELETED : Deleted.NOT_FOUND);
  }

  @Test
  void aCascadeReachesOnlyChildrenThatTheCallerMayWriteTo() {
    ThreadId parent = thread(Sharing.TENANT);
    ThreadId own = stores.threads().create(newThread(), ANN, null, null, parent).id();
    ThreadId shared =
        stores.threads().create(newThread(), ANN, null, null, parent, Sharing.TENANT).id();

    assertThat(stores.threads().children(List.of(parent), COLLEAGUE, 9)).containsExactly(shared);
    assertThat(stores.threads().children(List.of(parent), ANN, 9))
        .containsExactlyInAnyOrder(own, shared);
  }

  @Test
  void aSubmissionSharesTheThreadThatItCreatesAndNoOther() {
    var first = submission(newThread(), null, ANN).sharing(SOME);
    stores.mailbox().submit(first);
    stores.mailbox().submit(submission(first.threadId(), null, ANN).sharing(Sharing.TENANT));

    var expected = new ThreadAccess("acme", "ann", SOME);
    assertThat(stores.threads().find(first.threadId()).orElseThrow().access()).isEqualTo(expected);
    assertThat(stores.runs().find(first.runId()).orElseThrow().thread()).isEqualTo(expected);
  }

  @Test
  void theLargestSharingIsStored() {
    var shares = new ArrayList<Share>();
    for (int i = 0; i < Sharing.MAX_SHARES; i++) {
      shares.add(new Share("ä".repeat(254) + (10 + i), null, Set.of(ThreadAction.values())));
    }
    Sharing largest = Sharing.with(shares);

    assertThat(stores.threads().find(thread(largest)).orElseThrow().sharing()).isEqualTo(largest);
  }

  private static Sharing sharing(String name) {
    return switch (name) {
      case "nobody" -> Sharing.OWNER;
      case "tenant" -> Sharing.TENANT;
      default -> SOME;
    };
  }

  private static <T> ThreadPatch.Change<T> keep() {
    return ThreadPatch.Change.keep();
  }
}
