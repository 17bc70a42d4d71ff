package io.awaken.protocol.aisdk.stream;

import io.awaken.core.run.RunId;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Predicate;

/**
 * The UI message stream of one reader (features rows 177 and 238). For one stream; it closes when
 * output is discarded, because no chunk can take output back.
 */
public final class UiStreamEncoding implements StreamEncoding {

  private final Predicate<String> serverTools;
  private volatile boolean over;

  /**
   * @param serverTools whether the server has a tool of this name. Any other call is resolved when
   *     it is made: the client then gets it if it is a front-end tool
   */
  public UiStreamEncoding(Predicate<String> serverTools) {
    this.serverTools = serverTools;
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new UiEncoder(run, this);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  /** Everything: a part replaces what the client has of a delegate. */
  @Override
  public DelegatePlaces delegates() {
    return DelegatePlaces.NOTHING;
  }

  @Override
  public FrameFormat format() {
    return Chunks.FORMAT;
  }

  /** The whole stream of a run that still waits: its message is unchanged. */
  public static byte[] waits(RunId run) {
    var out = new ByteArrayOutputStream();
    try {
      Chunks.write(out, "start", json -> json.writeStringField("messageId", run.value()));
      Chunks.write(out, "finish", json -> json.writeStringField("finishReason", "tool-calls"));
      Chunks.done(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  boolean serverTool(String name) {
    return serverTools.test(name);
  }

  boolean over() {
    return over;
  }

  void end() {
    over = true;
  }
}
