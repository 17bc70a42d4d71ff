package io.awaken.bench;

import io.awaken.bench.bed.TestBed;
import io.awaken.bench.report.Cpu;
import io.awaken.bench.report.Report;

/** A server under test with the plan and the report; shared by all measurements. */
record Bench(TestBed bed, Plan plan, Report report, Cpu cpu) {

  static final String TWO_STEP = "two-step";
  static final String IDLE = "idle";
  static final String ASKING = TestBed.ASKING;

  /** Calls the agent {@link #TWO_STEP} once. */
  static final String DELEGATING = "delegating";

  /** Does what {@link #TWO_STEP} does, also for clients of A2A. */
  static final String OFFERED = "offered";
}
