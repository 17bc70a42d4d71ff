package io.awaken.crash;

import io.awaken.fixture.Databases;

class PostgreSqlMomentTest extends MomentContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedPostgres();
  }
}
