package io.awaken.store.database.migration;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Keeps nodes of versions that cannot use the tables of this one from starting. They read the list
 * of their change sets first, from Liquibase's usual table. This version keeps its list in another
 * one, and leaves a row there that they cannot read: Liquibase then stops them with its text.
 */
final class EarlierVersions {
  /** The list of change sets since. */
  static final String CHANGES = "awaken_change";

  private static final String REFUSAL =
      "This database belongs to a later version of Awaken, start that one";

  /** Their list, which is also Liquibase's usual one. */
  static final String CHANGES_BEFORE = "databasechangelog";

  private static final String LEAVE_REFUSAL =
      "INSERT INTO databasechangelog (id, author, filename, dateexecuted, orderexecuted,"
          + " exectype) SELECT 'later', 'awaken', 'later', CURRENT_TIMESTAMP, 1, '"
          + REFUSAL
          + "' WHERE NOT EXISTS (SELECT 1 FROM databasechangelog)";

  /** Creates both lists of a new schema, and the row that stops earlier versions. */
  static final List<String> NEW_LISTS =
      List.of(listOfChanges(CHANGES_BEFORE), LEAVE_REFUSAL, listOfChanges(CHANGES));

  private EarlierVersions() {}

  private static String listOfChanges(String table) {
    return "CREATE TABLE "
        + table
        + " (id varchar(255) NOT NULL, author varchar(255) NOT"
        + " NULL, filename varchar(255) NOT NULL, dateexecuted timestamp NOT NULL,"
        + " orderexecuted int NOT NULL, exectype varchar(255) NOT NULL, md5sum varchar(35),"
        + " description varchar(255), comments varchar(255), tag varchar(255), liquibase"
        + " varchar(20), contexts varchar(255), labels varchar(255), deployment_id"
        + " varchar(10))";
  }

  /** Can be run again from any point on. */
  static void refuse(Connection connection) throws SQLException {
    boolean before = exists(connection, CHANGES_BEFORE);
    try (Statement statement = connection.createStatement()) {
      if (before && !exists(connection, CHANGES)) {
        statement.execute("ALTER TABLE databasechangelog RENAME TO " + CHANGES);
        before = false;
      }
      if (!before) {
        statement.execute(listOfChanges(CHANGES_BEFORE));
      }
      statement.execute(LEAVE_REFUSAL);
    }
  }

  /** Returns whether the schema of the session has a table. */
  static boolean exists(Connection connection, String table) throws SQLException {
    String sql =
        "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE LOWER(TABLE_NAME) = ? AND"
            + " TABLE_SCHEMA = CURRENT_SCHEMA";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt(1) > 0;
      }
    }
  }
}
