package io.awaken.crash;

import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;

@Nightly("kills a process at every boundary; H2CrashTest stays")
class PostgreSqlCrashTest extends CrashContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedPostgres();
  }
}
