package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The chat page as served by each server, with every module that it loads. */
@OnWildFly
class PageIT extends BuiltArchiveTest {

  private static final Pattern IMPORT =
      Pattern.compile("(?:^|[;\\n}])\\s*(?:import|export)\\b[^;\"'()]*?[\"']([^\"']+)[\"']");
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  @Test
  @Rows(901)
  @Attacks("S43")
  void theRootServesThePageWithAPolicyForOnlyItsScripts() throws Exception {
    Answer page = api.get("/");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWithIgnoringCase("text/html");
    Matcher map = IMPORT_MAP.matcher(page.text());
    assertThat(map.find()).isTrue();
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(map.group(1).getBytes(StandardCharsets.UTF_8));
    assertThat(page.header("Content-Security-Policy"))
        .startsWith("default-src 'none'; script-src 'self' 'sha256-")
        .contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "';");
    assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(api.get("/index.html").text()).isEqualTo(page.text());
  }

  @Test
  @Rows(901)
  void everyModuleIsServedAndLibrariesAreCachedLong() throws Exception {
    String html = api.get("/").text();
    Map<String, String> names = imports(html);
    Deque<String> next = new ArrayDeque<>();
    next.add("/page/main.js");
    var seen = new TreeSet<String>();
    while (!next.isEmpty()) {
      String path = next.poll();
      if (seen.add(path)) {
        Answer module = api.get(path);
        assertThat(module.status()).as(path).isEqualTo(200);
        assertThat(module.header("Content-Type")).as(path).startsWith("text/javascript");
        assertThat(module.header("Cache-Control"))
            .as(path)
            .contains(path.startsWith("/page/lib/") ? "immutable" : "no-cache");
        Matcher imported = IMPORT.matcher(module.text());
        while (imported.find()) {
          next.add(resolved(path, imported.group(1), names));
        }
      }
    }
    assertThat(seen)
        .hasSizeGreaterThan(30)
        .anyMatch(path -> path.startsWith("/page/lib/lit-html/"))
        .anyMatch(path -> path.startsWith("/page/lib/marked/"))
        .anyMatch(path -> path.startsWith("/page/lib/dompurify/"));
  }

  @Test
  @Rows(901)
  void aCachedFileIsNotSentAgain() {
    String tag = api.get("/page/style/page.css").header("ETag");

    Answer again = api.get("/page/style/page.css", "If-None-Match", tag);

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.text()).isEmpty();
  }

  @Test
  @Attacks("S29")
  void otherFilesAreNotServed() {
    for (String path : new String[] {"/page/", "/page/none.js", "/page/view", "/WEB-INF/web.xml"}) {
      assertThat(api.get(path).status()).as(path).isEqualTo(404);
    }
  }

  private static Map<String, String> imports(String html) throws Exception {
    Matcher map = IMPORT_MAP.matcher(html);
    assertThat(map.find()).isTrue();
    var names = new HashMap<String, String>();
    for (var each : ApiClient.JSON.readTree(map.group(1)).path("imports").properties()) {
      names.put(each.getKey(), each.getValue().textValue().substring(1));
    }
    return names;
  }

  private static String resolved(String from, String name, Map<String, String> names) {
    if (name.startsWith(".")) {
      return URI.create(from).resolve(name).toString();
    }
    if (names.containsKey(name)) {
      return names.get(name);
    }
    String folder =
        names.keySet().stream()
            .filter(each -> each.endsWith("/") && name.startsWith(each))
            .findFirst()
            .orElseThrow(() -> new AssertionError(from + " imports " + name));
    return names.get(folder) + name.substring(folder.length());
  }
}
