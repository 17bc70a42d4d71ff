package io.awaken.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** How a tool asks an {@link Agency}. Deployed beside the tools. */
final class AgencyCall {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private AgencyCall() {}

  /**
   * @param at the address of the counter
   * @param key under which it is done once
   */
  static String to(String at, String key) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(at))
            .POST(HttpRequest.BodyPublishers.ofString(key))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString()).body();
  }
}
