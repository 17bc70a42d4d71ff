package io.awaken.core.outbound;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for one name, made by the JDK's tool, and contexts that trust it. */
record TlsFixture(SSLContext server, SSLContext client) {

  private static final String PASSWORD = "changeit";

  static TlsFixture of(Path folder, String name) throws Exception {
    Path store = folder.resolve("keys.p12");
    Process tool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=" + name,
                    "-ext",
                    "san=dns:" + name,
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    if (tool.waitFor() != 0) {
      throw new IllegalStateException(Files.readString(folder.resolve("keytool.log")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var mine = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    mine.init(keys, PASSWORD.toCharArray());
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(keys);
    SSLContext server = SSLContext.getInstance("TLS");
    server.init(mine.getKeyManagers(), null, null);
    SSLContext client = SSLContext.getInstance("TLS");
    client.init(null, trusted.getTrustManagers(), null);
    return new TlsFixture(server, client);
  }
}
