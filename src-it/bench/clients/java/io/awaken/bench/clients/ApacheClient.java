package io.awaken.bench.clients;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.function.ObjIntConsumer;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpClient 5, classic. */
final class ApacheClient implements StreamClient {

  private final CloseableHttpClient client =
      HttpClients.custom()
          .setConnectionManager(
              PoolingHttpClientConnectionManagerBuilder.create()
                  .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                  .setMaxConnPerRoute(10_000)
                  .setMaxConnTotal(10_000)
                  .setDefaultConnectionConfig(
                      ConnectionConfig.custom()
                          .setConnectTimeout(Timeout.ofSeconds(10))
                          .setSocketTimeout(Timeout.ofSeconds(300))
                          .build())
                  .build())
          .disableAutomaticRetries()
          .disableRedirectHandling()
          .disableCookieManagement()
          .disableAuthCaching()
          .disableContentCompression()
          .build();

  @Override
  public String name() {
    return "Apache HttpClient 5 classic";
  }

  @Override
  public void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces) throws IOException {
    var post = new HttpPost(address);
    post.setEntity(new ByteArrayEntity(document, ContentType.APPLICATION_JSON));
    try (var response = client.executeOpen(null, post, null);
        InputStream body = response.getEntity().getContent()) {
      InputStreams.readAll(body, pieces);
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
