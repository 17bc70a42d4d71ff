package io.awaken.crash;

import io.awaken.fixture.Databases;
import io.awaken.fixture.MostlyWaiting;

@MostlyWaiting
class H2MomentTest extends MomentContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedH2();
  }
}
