package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Long threads in PostgreSQL, and other requests that need much memory. */
@Nightly("writes and reads gigabytes")
class LongThreadIT extends LongThreadContract {

  @AutoClose private final PostgreSql postgres = new PostgreSql();

  @Override
  Map<String, String> database() {
    return postgres.settings();
  }

  @Test
  @Order(2)
  void messagesAndEventsOfALongThreadAreReadInPages() throws Exception {
    String page = api.get("v1/threads/" + THREAD + "/messages?limit=200");
    assertThat(page.length()).isLessThan(3 << 20);
    assertThat(page).contains("\"has_more\":true");
    List<Callable<String>> readers =
        Collections.nCopies(
            20, () -> api.get("v1/threads/" + THREAD + "/messages?limit=200&order=desc"));
    for (Future<String> read : clients.invokeAll(readers)) {
      assertThat(read.get()).contains("\"next_cursor\"");
    }
  }

  @Test
  @Order(3)
  void manyRunsOnLongThreadsShareTheMemory() throws Exception {
    int threads = 30;
    for (int i = 0; i < threads; i++) {
      for (int round = 0; round < 2; round++) {
        assertEnds(send(api, "long-" + i, "quick", AT_ONCE, text));
      }
    }
    var runs = new ArrayList<Callable<HttpResponse<String>>>();
    for (int i = 0; i < threads; i++) {
      String thread = "long-" + i;
      runs.add(() -> send(api, thread, "slow", 1, "hello"));
    }
    for (Future<HttpResponse<String>> run : clients.invokeAll(runs)) {
      assertEnds(run.get());
    }
  }

  @Test
  @Order(4)
  void manyConcurrentLargeBodiesAreReadOrRefused() throws Exception {
    var posts = new ArrayList<Callable<HttpResponse<String>>>();
    for (int i = 0; i < 60; i++) {
      String thread = "body-" + i;
      posts.add(() -> send(api, thread, "quick", AT_ONCE, text));
    }
    for (Future<HttpResponse<String>> post : clients.invokeAll(posts)) {
      assertThat(post.get().statusCode()).as(post.get().body()).isIn(200, 503);
    }
  }
}
