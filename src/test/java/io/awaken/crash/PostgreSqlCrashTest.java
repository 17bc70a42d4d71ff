package io.awaken.crash;

import io.awaken.fixture.Databases;

class PostgreSqlCrashTest extends CrashContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedPostgres();
  }
}
