package io.awaken.http.api.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.http.api.run.AskingApi;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadViewTest {

  @Test
  void aNewThreadShowsTimesInMillisecondsAndNoEmptyFields() {
    assertThat(json(ThreadView.ofNew(thread(null, Map.of(), null))))
        .isEqualTo(
            "{\"id\":\"t\",\"metadata\":{\"created_at\":1763719200123,"
                + "\"updated_at\":1763719200456}}");
  }

  @Test
  void aThreadShowsItsTitleItsFreeMetadataAndItsRuns() {
    assertThat(
            json(
                ThreadView.of(
                    thread("Trip", Map.of("aKey", 1), new RunId("r")), AskingApi.ADA, null)))
        .isEqualTo(
            "{\"id\":\"t\",\"metadata\":{\"created_at\":1763719200123,"
                + "\"updated_at\":1763719200456,\"title\":\"Trip\",\"custom\":{\"aKey\":1}},"
                + "\"active_run_id\":\"r\",\"open_run_id\":\"r\",\"latest_run_id\":\"r\","
                + "\"latest_run_updated_at\":5}");
  }

  private static ThreadRecord thread(String title, Map<String, Object> custom, RunId run) {
    return new ThreadRecord(
        new ThreadId("t"),
        "default",
        "ada",
        Sharing.OWNER,
        title,
        null,
        null,
        custom,
        run,
        run,
        run,
        run == null ? null : 5L,
        0,
        0,
        1_763_719_200_123L,
        1_763_719_200_456L);
  }

  private static String json(Object view) {
    return AskingApi.wire(view).toString();
  }
}
