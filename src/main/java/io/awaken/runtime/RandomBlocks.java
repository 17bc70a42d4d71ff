package io.awaken.runtime;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Unpredictable random bits, generated in blocks: generating them for one id at a time costs more
 * than the rest of the id. Thread-safe.
 */
final class RandomBlocks extends Random {

  private static final long serialVersionUID = 1L;
  private static final int BLOCK = 2_048;

  private final transient ReentrantLock lock = new ReentrantLock();
  private final transient SecureRandom source = source();
  private final transient byte[] block = new byte[BLOCK];
  private transient int at = BLOCK;

  /** The generator of NIST SP 800-90A, the fastest one for blocks; otherwise the JVM's default. */
  private static SecureRandom source() {
    try {
      return SecureRandom.getInstance("DRBG");
    } catch (NoSuchAlgorithmException e) {
      return new SecureRandom();
    }
  }

  @Override
  public void nextBytes(byte[] bytes) {
    lock.lock();
    try {
      for (int filled = 0; filled < bytes.length; ) {
        if (at == BLOCK) {
          source.nextBytes(block);
          at = 0;
        }
        int some = Math.min(bytes.length - filled, BLOCK - at);
        System.arraycopy(block, at, bytes, filled, some);
        // Erases what was returned.
        Arrays.fill(block, at, at + some, (byte) 0);
        at += some;
        filled += some;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected int next(int bits) {
    byte[] four = new byte[Integer.BYTES];
    nextBytes(four);
    int all =
        (four[0] & 0xff) << 24 | (four[1] & 0xff) << 16 | (four[2] & 0xff) << 8 | four[3] & 0xff;
    return all >>> (Integer.SIZE - bits);
  }

  /** Does nothing: a seed would make the bits predictable. */
  @Override
  public synchronized void setSeed(long seed) {}
}
