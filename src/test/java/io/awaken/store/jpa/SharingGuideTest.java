package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Databases;
import io.awaken.store.database.DatabaseProduct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The statement of {@code docs/security.md} that gives threads to their owners. */
@Attacks("S58")
class SharingGuideTest {

  private static final Pattern SQL = Pattern.compile("```sql\n(.+?)\n```", Pattern.DOTALL);
  private static final Caller ANN = new Caller("acme", "ann", Set.of());
  private static final Caller BEN = new Caller("acme", "ben", Set.of("desk"));
  private static final Caller OTTO = new Caller("other", "otto", Set.of());
  private static final Caller EVE = new Caller("other", "eve", Set.of());

  private static String statement() throws IOException {
    Matcher found = SQL.matcher(Files.readString(Path.of("docs", "security.md")));
    List<String> all = found.results().map(each -> each.group(1)).toList();
    assertThat(all).as("statements of the document").hasSize(1);
    return all.getFirst();
  }

  private static ThreadId thread(Stores stores, String id, Caller owner, Sharing sharing) {
    var thread = new ThreadId(owner.tenant(), id);
    return stores.threads().create(thread, owner, null, null, null, sharing).id();
  }

  private static List<ThreadId> listed(Stores stores, Caller caller) {
    var filter = new ThreadQuery.Filter(caller.tenant(), null, null, null, false, caller);
    return stores.threads().list(new ThreadQuery(filter, null, 0, 9)).items().stream()
        .map(ThreadSummary::id)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(DatabaseProduct.class)
  void threadsOfEarlierVersionsAreGivenToTheirOwners(DatabaseProduct product) throws IOException {
    Databases.Fresh database = Databases.of(product);
    try (var stores = new InDatabase(database)) {
      ThreadId open = thread(stores, "open", ANN, Sharing.TENANT);
      var desk = new Share(null, "desk", Set.of(ThreadAction.READ));
      ThreadId shared = thread(stores, "shared", ANN, Sharing.with(List.of(desk)));
      ThreadId elsewhere = thread(stores, "open", OTTO, Sharing.TENANT);
      assertThat(listed(stores, BEN)).containsExactlyInAnyOrder(open, shared);

      database.execute(statement());

      assertThat(listed(stores, BEN)).containsExactly(shared);
      assertThat(listed(stores, ANN)).containsExactlyInAnyOrder(open, shared);
      assertThat(listed(stores, EVE)).containsExactly(elsewhere);
      assertThat(stores.threads().find(open).orElseThrow().sharing()).isEqualTo(Sharing.OWNER);
    }
  }
}
