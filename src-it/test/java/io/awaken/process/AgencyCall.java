package io.awaken.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Calls an {@link Agency} from a tool. Deployed beside the tools. */
final class AgencyCall {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private AgencyCall() {}

  /**
   * @param at the address of the counter
   * @param key idempotency key of the call
   */
  static String to(String at, String key) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(at))
            .POST(HttpRequest.BodyPublishers.ofString(key))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString()).body();
  }
}
