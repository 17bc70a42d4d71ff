package io.awaken.crash;

import io.awaken.fixture.Databases;

class H2MomentTest extends MomentContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedH2();
  }
}
