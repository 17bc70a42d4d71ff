package io.awaken.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Programs of a folder, run with Python and packages of their own.
 *
 * @param home folder of the programs
 * @param python the executable of an environment with the packages
 */
record PythonPrograms(Path home, Path python) {

  /**
   * Installs the packages below {@code target}, unless an earlier test did.
   *
   * @param home folder of the programs
   * @param requirements the file with the packages' exact versions, without its extension
   */
  static PythonPrograms of(Path home, String requirements)
      throws IOException, InterruptedException {
    return installed(home, requirements, "--quiet");
  }

  /**
   * Like {@link #of}, without the packages that these need: for packages of which a part is used.
   */
  static PythonPrograms alone(Path home, String requirements)
      throws IOException, InterruptedException {
    return installed(home, requirements, "--no-deps");
  }

  private static PythonPrograms installed(Path home, String requirements, String option)
      throws IOException, InterruptedException {
    Path file = home.resolve(requirements + ".txt");
    String wanted = Files.readString(file);
    Path environment = Path.of("target", "python", requirements).toAbsolutePath();
    Path python = environment.resolve("bin/python");
    Path installed = environment.resolve("installed.txt");
    if (!Files.exists(installed) || !Files.readString(installed).equals(wanted)) {
      run("python3", "-m", "venv", "--clear", environment.toString());
      // Python compiles what it imports; a server imports little of its packages.
      run(python.toString(), "-m", "pip", "install", "--no-compile", option, "-r", file.toString());
      Files.writeString(installed, wanted);
    }
    return new PythonPrograms(home, python);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), output).isZero();
  }
}
