package io.awaken.samples;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Work that takes a while: it says how far it is, and stops when nobody wants it any more. */
@ApplicationScoped
public class CatalogueImport {

  @AgentTool(
      name = "import_articles",
      description = "Reads articles into the catalogue.",
      retry = RetryClass.SAFE,
      timeoutSeconds = 600)
  public String read(List<String> articles, ToolCallContext call) {
    for (int i = 0; i < articles.size(); i++) {
      call.cancellation().throwIfCancelled();
      double done = (double) i / articles.size();
      call.reportProgress(ProgressStatus.RUNNING, "article " + articles.get(i), done);
      store(articles.get(i));
    }
    call.reportProgress(ProgressStatus.DONE, null, 1.0);
    return articles.size() + " articles";
  }

  private void store(String article) {
    // Writing an article twice leaves it as it is: the call may be repeated.
  }
}
