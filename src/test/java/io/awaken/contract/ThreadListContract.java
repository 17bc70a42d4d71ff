package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadQuery.After;
import io.awaken.core.store.thread.ThreadQuery.Filter;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists of threads. */
public abstract class ThreadListContract extends StoreContract {

  private static final Filter OF_ACME = new Filter("acme", null, null, null, false);

  @Test
  @Rows(230)
  void aSummarySaysWhatAThreadIsAboutAndWhoWorkedOnItLast() {
    var parent = made(ANN, null, null);
    var id = newThread();
    var thread = stores.threads().create(id, ANN, "Trip", "ticket-7", parent);

    assertThat(list(OF_ACME).items())
        .contains(
            new ThreadSummary(
                id, "ticket-7", parent, "Trip", thread.createdAt(), thread.updatedAt(), null));

    finish(claimed(id));
    queued(id);
    var summary = list(new Filter("acme", null, "ticket-7", null, false)).items().getFirst();
    assertThat(summary.agentId()).isEqualTo("helper");
    assertThat(summary.createdAt()).isEqualTo(thread.createdAt());
    assertThat(summary.updatedAt()).isEqualTo(stores.threads().find(id).orElseThrow().updatedAt());
  }

  @Test
  void aListOfOneOwnersThreadsTellsOfNobodyElsesRun() {
    var id = newThread();
    stores.threads().create(id, ANONYMOUS, null, null, null);
    var anonymous = new Filter("acme", ANONYMOUS.subject(), null, null, false);
    finish(((SubmitResult.Claimed) submit(id, ANONYMOUS)).claim());
    assertThat(list(anonymous).items().getFirst().agentId()).isEqualTo("helper");

    submit(id, ANN);

    assertThat(list(anonymous).items()).extracting(ThreadSummary::id).containsExactly(id);
    assertThat(list(anonymous).items().getFirst().agentId()).isNull();
    assertThat(list(OF_ACME).items().getFirst().agentId()).isEqualTo("helper");
  }

  private SubmitResult submit(ThreadId thread, Caller by) {
    return stores.mailbox().submit(submission(thread, newToken(), by));
  }

  @Test
  void threadsAreListedByTenantOwnerResourceAndLineage() {
    var plain = made(ANN, null, null);
    var ticket = made(COLLEAGUE, "ticket", null);
    var child = made(ANN, "ticket", plain);
    var anonymous = made(ANONYMOUS, null, null);
    made(STRANGER, "ticket", null);

    assertListed(OF_ACME, plain, ticket, child, anonymous);
    assertListed(new Filter("acme", "bob", null, null, false), ticket);
    assertListed(new Filter("acme", ANONYMOUS.subject(), null, null, false), anonymous);
    assertListed(new Filter("acme", null, "ticket", null, false), ticket, child);
    assertListed(new Filter("acme", null, null, plain, false), child);
    assertListed(new Filter("acme", null, "ticket", null, true), ticket);
    assertListed(new Filter("acme", null, null, null, true), plain, ticket, anonymous);
    assertListed(new Filter("acme", null, "none", null, false));
    assertListed(new Filter("nowhere", null, null, null, false));
  }

  @Test
  @Attacks("S49")
  void fragmentsOfQueriesAreOnlyTexts() {
    made(ANN, "ticket", null);
    for (String text : FRAGMENTS) {
      assertListed(new Filter(text, null, null, null, false));
      assertListed(new Filter("acme", text, null, null, false));
      assertListed(new Filter("acme", null, text, null, false));
      assertListed(new Filter("acme", null, text, null, false), made(ANN, text, null));
    }
  }

  @Test
  @Rows(232)
  void pagesFollowEachOtherNewestFirstWithoutAGapOrARepetition() {
    List<ThreadId> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(made(ANN, null, null));
    }
    List<ThreadSummary> seen = new ArrayList<>();
    After after = null;
    for (int page = 0; page < 3; page++) {
      var found = stores.threads().list(new ThreadQuery(OF_ACME, after, 0, 2));
      assertThat(found.total()).isEqualTo(5);
      seen.addAll(found.items());
      after = new After(seen.getLast().createdAt(), seen.getLast().id());
    }

    assertThat(seen).extracting(ThreadSummary::id).containsExactlyElementsOf(made.reversed());
    assertThat(stores.threads().list(new ThreadQuery(OF_ACME, after, 0, 2)))
        .isEqualTo(new Page<>(List.of(), 5));
    assertThat(stores.threads().list(new ThreadQuery(OF_ACME, null, 1, 3)))
        .isEqualTo(new Page<>(seen.subList(1, 4), 5));
    assertThat(stores.threads().list(new ThreadQuery(OF_ACME, null, 5, 3)))
        .isEqualTo(new Page<>(List.of(), 5));
  }

  @Test
  void childrenOfSeveralThreadsAreThoseThatTheCallerSees() {
    var one = made(ANONYMOUS, null, null);
    var other = made(ANONYMOUS, null, null);
    var anns = made(ANN, null, one);
    var anonymous = made(ANONYMOUS, null, other);

    assertThat(stores.threads().children(List.of(one, other), ANN, 9))
        .containsExactlyInAnyOrder(anns, anonymous);
    assertThat(stores.threads().children(List.of(one, other), ANONYMOUS, 9))
        .containsExactly(anonymous);
    assertThat(stores.threads().children(List.of(one, other), ANN, 1)).hasSize(1);
    assertThat(stores.threads().children(List.of(anns), ANN, 9)).isEmpty();
  }

  private ThreadId made(Caller owner, String resource, ThreadId parent) {
    return stores.threads().create(newThread(owner), owner, null, resource, parent).id();
  }

  private Page<ThreadSummary> list(Filter filter) {
    return stores.threads().list(new ThreadQuery(filter, null, 0, 100));
  }

  private void assertListed(Filter filter, ThreadId... threads) {
    var page = list(filter);
    assertThat(page.items()).extracting(ThreadSummary::id).containsExactlyInAnyOrder(threads);
    assertThat(page.total()).isEqualTo(threads.length);
  }
}
