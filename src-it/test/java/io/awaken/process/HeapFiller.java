package io.awaken.process;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** A tool that fills the heap to the last bytes and then fails. */
@ApplicationScoped
public class HeapFiller {

  private static final int LARGEST = 1 << 20;
  private static final int SMALLEST = 256;

  @AgentTool(name = "hoard", description = "fills the heap", retry = RetryClass.SAFE)
  public String hoard() {
    List<Object> kept = new ArrayList<>();
    OutOfMemoryError full = null;
    for (int size = LARGEST; size >= SMALLEST; size /= 16) {
      try {
        kept = filled(kept, size);
      } catch (OutOfMemoryError e) {
        full = e;
      }
    }
    throw full;
  }

  /** A linked chain: growing a list would need contiguous memory. */
  private static List<Object> filled(List<Object> kept, int size) {
    Object[] chain = {null, null};
    kept.add(chain);
    while (true) {
      Object[] next = {chain[0], new byte[size]};
      chain[0] = next;
    }
  }
}
