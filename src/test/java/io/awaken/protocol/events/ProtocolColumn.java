package io.awaken.protocol.events;

import io.awaken.http.stream.StreamEncoding;
import java.util.List;

/** One protocol in the table of what each protocol sends for each event. */
public interface ProtocolColumn {

  /** Stands above the column. */
  String title();

  /** A new stream of one reader. */
  StreamEncoding encoding();

  /** What stands in frames, in the protocol's own words, such as {@code text-delta}. */
  List<String> names(String frames);
}
