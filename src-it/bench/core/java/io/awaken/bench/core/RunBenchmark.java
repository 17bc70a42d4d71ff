package io.awaken.bench.core;

import io.awaken.core.run.ThreadId;
import io.awaken.core.runtime.RunResult;
import io.awaken.fixture.TwoStepRuntime;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Two scripted model calls and a tool, by this runtime and by LangChain4j. Each run is the first in
 * a prepared conversation, so that none of them grows while it is measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RunBenchmark {

  private static final int RUNS = 500;

  /** Messages before each run. */
  @Param({"100", "1000"})
  public int history;

  private TwoStepRuntime awaken;
  private ThreadId[] conversations;
  private LangChainAssistant langChain;

  /** Conversations of the right length. */
  @Setup(Level.Iteration)
  public void prepare() {
    awaken = new TwoStepRuntime();
    conversations = new ThreadId[RUNS];
    langChain = new LangChainAssistant();
    for (int i = 0; i < RUNS; i++) {
      conversations[i] = awaken.conversation("t" + i, history);
      langChain.conversation(i, history);
    }
  }

  /** Ends the runtime. */
  @TearDown(Level.Iteration)
  public void end() {
    awaken.close();
  }

  /** This runtime, stores in memory and events included. */
  @Benchmark
  @OperationsPerInvocation(RUNS)
  public void awaken(Blackhole hole) {
    for (ThreadId conversation : conversations) {
      RunResult result = awaken.run(conversation);
      hole.consume(result);
    }
  }

  /** LangChain4j's AiServices with a memory for each conversation. */
  @Benchmark
  @OperationsPerInvocation(RUNS)
  public void langChain4j(Blackhole hole) {
    for (int i = 0; i < RUNS; i++) {
      hole.consume(langChain.run(i));
    }
  }
}
