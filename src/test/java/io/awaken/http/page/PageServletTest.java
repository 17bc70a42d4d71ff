package io.awaken.http.page;

import static io.awaken.fixture.Answering.answering;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Answering.Answer;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers are told of the page's files. Run from the project's directory. */
class PageServletTest {

  private final Map<String, String> asked = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, String> headers = new TreeMap<>();
  private final Written written = new Written();
  private final PageServlet page = new PageServlet(PageFiles.of(WebApplication.ofSources()).get());
  private int status = 200;

  @ParameterizedTest
  @CsvSource({
    "'',/,text/html; charset=utf-8,index.html",
    "/index.html,,text/html; charset=utf-8,index.html",
    "/page,/main.js,text/javascript; charset=utf-8,page/main.js",
    "/page,/style/page.css,text/css; charset=utf-8,page/style/page.css",
    "/page,/style/icon.svg,image/svg+xml,page/style/icon.svg"
  })
  @Rows(901)
  void aFileIsSentAsItIsWithItsType(String servlet, String below, String type, String file)
      throws Exception {
    get(servlet, below);

    assertThat(status).isEqualTo(200);
    assertThat(headers).containsEntry("Content-Type", type);
    assertThat(written.bytes.toByteArray())
        .isEqualTo(Files.readAllBytes(WebApplication.SOURCES.resolve(file)));
    assertThat(headers).containsEntry("Content-Length", "" + written.bytes.toByteArray().length);
  }

  @Test
  void aBrowserThatHasAFileIsNotSentItAgain() throws Exception {
    get("/page", "/main.js");
    assertThat(headers).containsEntry("Cache-Control", "no-cache");
    int sent = written.bytes.toByteArray().length;

    asked.put("If-None-Match", "\"other\", W/" + headers.get("ETag"));
    get("/page", "/main.js");

    assertThat(status).isEqualTo(304);
    assertThat(written.bytes.toByteArray()).hasSize(sent);
  }

  @Test
  void filesOfTheSameSizeHaveDifferentTags() {
    PageFile one = PageFile.of("/page/a.js", new byte[] {1}).get();
    PageFile other = PageFile.of("/page/a.js", new byte[] {2}).get();

    assertThat(one.etag()).isNotEqualTo(other.etag());
  }

  @Test
  void aLibraryIsKeptForGood() {
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
  void whatIsNoFileOfThePageIsNotFound(String below) throws Exception {
    get("/page", below);

    assertThat(status).isEqualTo(404);
    assertThat(written.bytes.toByteArray()).isEmpty();
  }

  @Test
  @Attacks("S43")
  void thePageRunsTheScriptsOfItsServerAndItsOneImportMapOnly() throws Exception {
    get("", "/");

    String html = new String(written.bytes.toByteArray(), UTF_8);
    int begin =
        html.indexOf("<script type=\"importmap\">") + "<script type=\"importmap\">".length();
    String map = html.substring(begin, html.indexOf("</script>", begin));
    String hash = PageFile.digest(map.getBytes(UTF_8));
    assertThat(headers.get("Content-Security-Policy"))
        .contains("default-src 'none'; script-src 'self' 'sha256-" + hash + "'; style-src 'self'")
        .contains("connect-src 'self'; base-uri 'none'; form-action 'none'")
        .contains("frame-ancestors 'none'; require-trusted-types-for 'script'")
        .doesNotContain("unsafe", "http:", "https:", "*");
  }

  @Test
  void anApplicationWithAnotherPageKeepsIt() {
    assertThat(PageFiles.of(WebApplication.of(Path.of("src/test/resources")))).isEmpty();
  }

  private void get(String servlet, String below) throws Exception {
    status = 200;
    Map<String, Answer> request = new HashMap<>();
    request.put("getMethod", args -> "GET");
    request.put("getServletPath", args -> servlet);
    request.put("getPathInfo", args -> below);
    request.put("getHeader", args -> asked.get((String) args[0]));
    Map<String, Answer> response = new HashMap<>();
    response.put("setHeader", args -> headers.put((String) args[0], (String) args[1]));
    response.put("setContentType", args -> headers.put("Content-Type", (String) args[0]));
    response.put("setContentLength", args -> headers.put("Content-Length", "" + args[0]));
    response.put("setStatus", args -> status = (int) args[0]);
    response.put("sendError", args -> status = (int) args[0]);
    response.put("getOutputStream", args -> written);
    page.doGet(
        answering(HttpServletRequest.class, request),
        answering(HttpServletResponse.class, response));
  }

  /** What was sent. */
  private static final class Written extends ServletOutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      bytes.write(b);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException();
    }
  }
}
