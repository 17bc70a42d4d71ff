package io.awaken.config.source;

import java.io.IOException;
import java.util.List;

/** A location of documents, such as a directory or a folder of the deployed archive. */
@FunctionalInterface
public interface DocumentSource {

  /** All of its documents, in a stable order. */
  List<DocumentFile> files() throws IOException;
}
