package io.awaken.http.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.fixture.ServedRequest;
import io.awaken.http.page.PageFiles.PageFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the HTTP responses for the page's files, in the project's directory. */
class PageServletTest {

  private final PageServlet page = new PageServlet(PageFiles.of(WebApplication.ofSources()).get());

  @ParameterizedTest
  @CsvSource({
    "'',/,text/html; charset=utf-8,index.html",
    "/index.html,,text/html; charset=utf-8,index.html",
    "/page,/answer.html,text/html; charset=utf-8,page/answer.html",
    "/page,/main.js,text/javascript; charset=utf-8,page/main.js",
    "/page,/style/page.css,text/css; charset=utf-8,page/style/page.css",
    "/page,/style/icon.svg,image/svg+xml,page/style/icon.svg"
  })
  @Rows(901)
  void aFileIsSentUnchangedWithItsType(String servlet, String below, String type, String file)
      throws Exception {
    ServedRequest served = get(servlet, below);

    assertThat(served.status()).isEqualTo(200);
    assertThat(served.header("Content-Type")).isEqualTo(type);
    assertThat(served.bytes()).isEqualTo(Files.readAllBytes(WebApplication.SOURCES.resolve(file)));
    assertThat(served.header("Content-Length")).isEqualTo("" + served.bytes().length);
  }

  @Test
  void aCachedFileIsNotSentAgain() throws Exception {
    ServedRequest first = get("/page", "/main.js");
    assertThat(first.header("Cache-Control")).isEqualTo("no-cache");

    ServedRequest again =
        serve(
            new ServedRequest("GET", "")
                .at("/page", "/main.js")
                .with("If-None-Match", "\"other\", W/" + first.header("ETag")));

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.bytes()).isEmpty();
  }

  @Test
  void filesOfTheSameSizeHaveDifferentTags() {
    PageFile one = PageFile.of("/page/a.js", new byte[] {1}).get();
    PageFile other = PageFile.of("/page/a.js", new byte[] {2}).get();

    assertThat(one.etag()).isNotEqualTo(other.etag());
  }

  @Test
  void aLibraryIsCachedForever() {
    PageFile library = PageFile.of("/page/lib/lit/3.3.3/index.js", new byte[] {1}).get();

    assertThat(library.caching()).isEqualTo("public, max-age=31536000, immutable");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/none.js",
        "/",
        "/../WEB-INF/web.xml",
        "/view",
        "/view/",
        "/lib/../../WEB-INF/web.xml"
      })
  @Attacks("S29")
  void otherFilesAreNotFound(String below) throws Exception {
    ServedRequest served = get("/page", below);

    assertThat(served.status()).isEqualTo(404);
    assertThat(served.bytes()).isEmpty();
  }

  @Test
  @Attacks("S43")
  void thePagesRunTheScriptsOfTheirServerAndTheirImportMapsOnly() throws Exception {
    ServedRequest chat = get("", "/");
    ServedRequest answer = get("/page", "/answer.html");

    String policy = chat.header("Content-Security-Policy");
    assertThat(answer.header("Content-Security-Policy")).isEqualTo(policy);
    String maps = hash(answer) + " " + hash(chat);
    assertThat(policy)
        .contains("default-src 'none'; script-src 'self' " + maps + "; style-src 'self'")
        .contains("connect-src 'self'; base-uri 'none'; form-action 'none'")
        .contains("frame-ancestors 'none'; require-trusted-types-for 'script'")
        .doesNotContain("unsafe", "http:", "https:", "*");
  }

  private static String hash(ServedRequest page) {
    String html = page.content();
    int begin =
        html.indexOf("<script type=\"importmap\">") + "<script type=\"importmap\">".length();
    String map = html.substring(begin, html.indexOf("</script>", begin));
    return "'sha256-" + PageFile.digest(map.getBytes(UTF_8)) + "'";
  }

  @Test
  void anApplicationWithAnotherPageKeepsIt() {
    assertThat(PageFiles.of(WebApplication.of(Path.of("src/test/resources")))).isEmpty();
  }

  private ServedRequest get(String servlet, String below) throws Exception {
    return serve(new ServedRequest("GET", "").at(servlet, below));
  }

  private ServedRequest serve(ServedRequest sent) throws Exception {
    page.doGet(sent.request(), sent.response());
    return sent;
  }
}
