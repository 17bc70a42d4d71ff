package io.awaken.server.documents.source;

import java.io.IOException;
import java.util.List;

/** A place where documents lie, such as a directory or a folder of the deployed archive. */
@FunctionalInterface
public interface DocumentSource {

  /** All documents of the place, in a stable order. */
  List<DocumentFile> files() throws IOException;
}
