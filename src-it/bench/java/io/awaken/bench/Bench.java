package io.awaken.bench;

import io.awaken.bench.bed.TestBed;
import io.awaken.bench.report.Cpu;
import io.awaken.bench.report.Report;

/** What every measurement works with. */
record Bench(TestBed bed, Plan plan, Report report, Cpu cpu) {

  static final String TWO_STEP = "two-step";
  static final String IDLE = "idle";
  static final String ASKING = TestBed.ASKING;
}
