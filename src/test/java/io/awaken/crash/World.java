package io.awaken.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** What a node reaches outside of its own process. Thread-safe. */
class World {

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;

  World(int port) {
    this.base = "http://127.0.0.1:" + port + "/";
  }

  /** The submission of a run was answered. */
  void accepted(String thread) throws InterruptedException {
    post("accepted/" + thread, "");
  }

  /**
   * The model is asked.
   *
   * @return whether by the process that is to be killed
   */
  boolean asked(String thread) throws InterruptedException {
    return post("model/" + thread, "").equals(WorldServer.DOOMED);
  }

  /**
   * A tool does its work.
   *
   * @param key under which it does it once
   * @return its answer
   */
  String call(String thread, String tool, String key) throws InterruptedException {
    return post("tool/" + thread + "/" + tool, key);
  }

  /**
   * A plugin is told something of a run.
   *
   * @param id under which it is told
   * @param stored whether what it is about is committed
   */
  void told(String thread, String what, String id, boolean stored) throws InterruptedException {
    post("told/" + thread + "/" + what, id + " " + stored);
  }

  /** Something of a run stands here until the process is killed; returns where it goes on. */
  void stand(String thread) throws InterruptedException {
    post("stand/" + thread, "");
  }

  private String post(String path, String body) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(base + path))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
