package io.awaken.crash;

import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;

@Nightly("kills a process at every moment; H2MomentTest stays, chaos kills nodes on PostgreSQL")
class PostgreSqlMomentTest extends MomentContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedPostgres();
  }
}
