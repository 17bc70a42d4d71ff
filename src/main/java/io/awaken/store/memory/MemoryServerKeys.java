package io.awaken.store.memory;

import io.awaken.core.store.ServerKeys;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Keys that live as long as the process. */
final class MemoryServerKeys implements ServerKeys {

  private final Map<String, byte[]> keys = new ConcurrentHashMap<>();

  @Override
  public byte[] key(String name, Supplier<byte[]> fresh) {
    byte[] known = keys.get(name);
    if (known != null) {
      return known.clone();
    }
    byte[] made = fresh.get();
    ServerKeys.check(name, made);
    byte[] first = keys.putIfAbsent(name, made.clone());
    return (first == null ? made : first).clone();
  }
}
