package io.awaken.store.database.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import liquibase.change.AbstractChange;
import liquibase.change.Change;
import liquibase.change.core.AddUniqueConstraintChange;
import liquibase.change.core.CreateIndexChange;
import liquibase.change.core.CreateTableChange;
import liquibase.change.core.RawSQLChange;
import liquibase.change.custom.CustomChangeWrapper;
import liquibase.changelog.ChangeLogParameters;
import liquibase.changelog.ChangeSet;
import liquibase.database.core.PostgresDatabase;
import liquibase.exception.LiquibaseException;
import liquibase.parser.ChangeLogParserFactory;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.api.Test;

/** Rules for change sets on PostgreSQL while nodes work; the changelog explains them. */
class ChangeSetRulesTest {
  private static final Pattern TABLE =
      Pattern.compile(
          "\\b(?:TABLE|ON|UPDATE|FROM|INTO)\\s+(?:IF\\s+(?:NOT\\s+)?EXISTS\\s+)?(awaken_\\w+)");
  private static final Pattern INDEX =
      Pattern.compile("CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+(?!CONCURRENTLY)");

  /** Older than the rules, and merged, so they must not be edited. */
  private static final List<String> OLDER =
      List.of(
          "suspension-question builds an index under a lock",
          "job-order builds an index under a lock",
          "job-ended-postgresql builds an index under a lock",
          "inbox-age builds an index under a lock",
          "queue-vacuum changes two tables",
          "message-run builds an index under a lock",
          "thread-lists builds an index under a lock",
          "run-lists builds an index under a lock",
          "run-unfinished-postgresql builds an index under a lock",
          "events-floor changes two tables",
          "events-kept-postgresql builds an index under a lock",
          "documents changes two tables",
          "documents builds an index under a lock",
          "run-time changes two tables");

  /** Change row by row, the thread's first, like nodes. No statement locks a table. */
  private static final List<String> ROW_BY_ROW =
      List.of("thread-keys-postgresql changes two tables");

  /** Create functions, which locks nothing. */
  private static final List<String> FUNCTIONS =
      List.of("list-job-postgresql changes two tables", "list-run-postgresql changes two tables");

  /** From the first on, no node of another version works; the tables are new or not in use. */
  private static final List<String> SHORT_KEYS =
      List.of(
          "long-keys-aside-postgresql changes two tables",
          "short-keys changes two tables",
          "short-keys-postgresql changes two tables",
          "short-keys-postgresql builds an index under a lock",
          "short-lists-postgresql changes two tables",
          "long-keys-gone changes two tables");

  /** Rows of a new table that no node has locked, each locked like nodes do. */
  private static final List<String> LISTS =
      Stream.of("queued", "claimed", "dead", "dedupe", "waiting", "pinned")
          .map(rows -> rows + "-before-postgresql changes two tables")
          .toList();

  @Test
  void noNewChangeSetLocksTwoTablesOrBuildsAnIndexUnderALock() throws LiquibaseException {
    assertThat(broken())
        .as("See the comment in liquibase/changelog.xml")
        .containsExactlyElementsOf(
            Stream.of(OLDER, ROW_BY_ROW, FUNCTIONS, LISTS, SHORT_KEYS)
                .flatMap(List::stream)
                .toList());
  }

  private static List<String> broken() throws LiquibaseException {
    var broken = new ArrayList<String>();
    for (ChangeSet set : onPostgreSql()) {
      Set<String> made = new HashSet<>();
      Set<String> changed = new HashSet<>();
      boolean index = false;
      for (Change change : set.getChanges()) {
        List<String> tables = tables(change);
        if (made(change)) {
          made.addAll(tables);
        }
        changed.addAll(tables);
        index |= buildsIndex(change) && !made.containsAll(tables);
      }
      if (changed.size() > 1) {
        broken.add(set.getId() + " changes two tables");
      }
      if (index) {
        broken.add(set.getId() + " builds an index under a lock");
      }
    }
    return broken;
  }

  private static List<ChangeSet> onPostgreSql() throws LiquibaseException {
    var files = new ClassLoaderResourceAccessor();
    return ChangeLogParserFactory.getInstance()
        .getParser(Migrations.CHANGELOG, files)
        .parse(Migrations.CHANGELOG, new ChangeLogParameters(new PostgresDatabase()), files)
        .getChangeSets()
        .stream()
        .filter(set -> set.getDbmsSet() == null || set.getDbmsSet().contains("postgresql"))
        .toList();
  }

  private static boolean made(Change change) {
    return change instanceof CreateTableChange
        || change instanceof RawSQLChange sql && sql.getSql().contains("CREATE TABLE");
  }

  private static List<String> tables(Change change) {
    if (change instanceof CustomChangeWrapper) {
      return List.of();
    }
    if (change instanceof RawSQLChange sql) {
      return TABLE.matcher(sql.getSql()).results().map(found -> found.group(1)).toList();
    }
    return List.of((String) ((AbstractChange) change).getSerializableFieldValue("tableName"));
  }

  private static boolean buildsIndex(Change change) {
    return change instanceof CreateIndexChange
        || change instanceof AddUniqueConstraintChange
        || change instanceof RawSQLChange sql && INDEX.matcher(sql.getSql()).find();
  }
}
