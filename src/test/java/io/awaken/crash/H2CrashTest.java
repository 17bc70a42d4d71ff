package io.awaken.crash;

import io.awaken.fixture.Databases;

class H2CrashTest extends CrashContract {

  @Override
  Databases.Unopened database() {
    return Databases.unopenedH2();
  }
}
