package io.awaken.protocol.events;

import io.awaken.http.stream.StreamEncoding;
import java.util.List;

/** One protocol in the comparison of protocols. */
public interface ProtocolColumn {

  /** The column header. */
  String title();

  /** A new stream for one reader. */
  StreamEncoding encoding();

  /** The content of frames under the protocol's names, such as {@code text-delta}. */
  List<String> names(String frames);
}
