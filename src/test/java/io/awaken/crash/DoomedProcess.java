package io.awaken.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A process that is there to be killed. */
final class DoomedProcess implements AutoCloseable {

  private final Process process;

  private DoomedProcess(Process process) {
    this.process = process;
  }

  /**
   * @param main of the process
   * @param arguments for it
   */
  static DoomedProcess start(Class<?> main, Object... arguments) throws IOException {
    String logging = "java.util.logging.config.file";
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java));
    // It lives for seconds: little compiling and collecting.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    if (System.getProperty(logging) != null) {
      command.add("-D" + logging + "=" + System.getProperty(logging));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    Stream.of(arguments).map(Object::toString).forEach(command::add);
    return new DoomedProcess(new ProcessBuilder(command).inheritIO().start());
  }

  CompletableFuture<Process> end() {
    return process.onExit();
  }

  /** Ends it as SIGKILL does, and returns when it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
