package io.awaken.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Payara Micro with the configuration of {@code server-config/payara}.
 *
 * @param folder the folder of its domain
 */
record PayaraMicro(Installation at, HttpAddress http, Path folder) implements ServerCommand {

  /** Payara would redeploy archives left in its folder, so it gets a new one. */
  static PayaraMicro prepare(Installation at, HttpAddress http) throws IOException {
    return new PayaraMicro(at, http, Folders.replace(at.work().resolve("payara-micro")));
  }

  @Override
  public List<String> arguments(Path properties) {
    var arguments = new ArrayList<String>();
    ClassArchive.of(at).map(ClassArchive::options).ifPresent(arguments::addAll);
    arguments.addAll(
        List.of(
            "-jar",
            at.server().toString(),
            "--nocluster",
            "--nohostaware",
            "--disablephonehome",
            "--contextroot",
            "/",
            "--port",
            String.valueOf(http.port()),
            "--rootdir",
            folder.toString(),
            "--systemproperties",
            properties.toString(),
            "--logproperties",
            config("logging.properties"),
            "--prebootcommandfile",
            config("pre-boot.asadmin"),
            "--postbootcommandfile",
            config("post-boot.asadmin"),
            "--deploy",
            at.archive().toString()));
    return arguments;
  }

  private String config(String name) {
    return at.config().resolve(name).toString();
  }

  /** {@code pre-boot.asadmin} reads the address. */
  @Override
  public Map<String, String> environment() {
    return Map.of("AWAKEN_HTTP_HOST", http.address().getHostAddress());
  }
}
