package io.awaken.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Payara Micro inside a program that can undeploy the application, which the server allows only to
 * the program that started it. Runs in its own process: {@code GET /undeploy} and {@code GET
 * /deploy} on the port given by a system property.
 */
public final class UndeployablePayara {

  static final String PORT = "undeployable.port";

  private static final String NAME = "awaken";

  private UndeployablePayara() {}

  /** Writes a jar that is started in place of Payara Micro's. */
  static Path launcher(Path folder, Path payaraMicro) throws IOException {
    var classes = UndeployablePayara.class.getProtectionDomain().getCodeSource().getLocation();
    Manifest manifest;
    try (JarFile jar = new JarFile(payaraMicro.toFile())) {
      manifest = new Manifest(jar.getManifest());
    }
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MAIN_CLASS, UndeployablePayara.class.getName());
    attributes.put(Attributes.Name.CLASS_PATH, payaraMicro.toUri() + " " + classes);
    Path file = folder.resolve("undeployable.jar");
    new JarOutputStream(Files.newOutputStream(file), manifest).close();
    return file;
  }

  /**
   * Starts the server in this process, with the arguments of Payara Micro.
   *
   * @throws ReflectiveOperationException when the server has another interface
   */
  public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
    Class<?> launcher = Class.forName("fish.payara.micro.boot.PayaraMicroLauncher");
    Object server = launcher.getMethod("create", String[].class).invoke(null, (Object) arguments);
    Class<?> boot = Class.forName("fish.payara.micro.boot.PayaraMicroBoot");
    Object runtime = boot.getMethod("getRuntime").invoke(server);
    Class<?> type = Class.forName("fish.payara.micro.PayaraMicroRuntime");
    File archive = new File(arguments[List.of(arguments).indexOf("--deploy") + 1]);
    var undeploy = type.getMethod("undeploy", String.class);
    var deploy = type.getMethod("deploy", String.class, String.class, File.class);
    var address = new InetSocketAddress("127.0.0.1", Integer.getInteger(PORT));
    HttpServer control = HttpServer.create(address, 0);
    control.createContext("/undeploy", on(() -> undeploy.invoke(runtime, NAME)));
    control.createContext("/deploy", on(() -> deploy.invoke(runtime, NAME, "/", archive)));
    control.start();
  }

  private static com.sun.net.httpserver.HttpHandler on(Callable<Object> action) {
    return exchange -> {
      try {
        answer(exchange, 200, String.valueOf(action.call()));
      } catch (Exception e) {
        answer(exchange, 500, String.valueOf(e.getCause()));
      }
    };
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
