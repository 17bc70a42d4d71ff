package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RandomBlocksTest {

  private final RandomBlocks random = new RandomBlocks();

  @Test
  void nothingIsReturnedTwice() {
    Set<ByteBuffer> given = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      assertThat(given.add(bytes(10))).isTrue();
    }
  }

  @Test
  void nothingIsReturnedTwiceToConcurrentThreads() {
    Set<ByteBuffer> given = ConcurrentHashMap.newKeySet();

    IntStream.range(0, 20_000).parallel().forEach(i -> given.add(bytes(10)));

    assertThat(given).hasSize(20_000);
  }

  @Test
  void aRequestLongerThanABlockIsFilledCompletely() {
    ByteBuffer many = bytes(100_000);
    int set = 0;
    while (many.hasRemaining()) {
      set += Integer.bitCount(many.get() & 0xff);
    }

    assertThat((double) set).isCloseTo(400_000, within(4_000.0));
  }

  @Test
  void aSeedMakesNothingPredictable() {
    var other = new RandomBlocks();
    random.setSeed(1);
    other.setSeed(1);

    assertThat(random.nextLong()).isNotEqualTo(other.nextLong());
  }

  private ByteBuffer bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
