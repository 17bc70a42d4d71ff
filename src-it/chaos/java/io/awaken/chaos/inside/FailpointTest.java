package io.awaken.chaos.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.awaken.chaos.inside.Failpoint.Action;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailpointTest {

  private static final int POINTS = 2_000;

  @Test
  void failpointsCanBeArmedConcurrently(@TempDir Path folder) throws Exception {
    var armed = new ArrayList<Future<Void>>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int point = 0; point < POINTS; point++) {
        armed.add(threads.submit(arming(folder, "point-" + point)));
      }
    }
    for (Future<Void> each : armed) {
      each.get();
    }
    for (int point = 0; point < POINTS; point++) {
      String name = "point-" + point;
      assertEquals(failpoint(name), Failpoint.read(folder.resolve(name)).orElseThrow());
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(POINTS, files.count(), "no draft file remains");
    }
  }

  private static Callable<Void> arming(Path folder, String point) {
    return () -> {
      failpoint(point).arm(folder, point);
      return null;
    };
  }

  private static Failpoint failpoint(String point) {
    return new Failpoint(point + "-id", Action.FAIL, 2, "thread", false);
  }
}
