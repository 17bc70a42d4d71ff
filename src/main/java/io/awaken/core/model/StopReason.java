package io.awaken.core.model;

/** Why a model stopped (features row 107). */
public enum StopReason {
  END_TURN,
  TOOL_USE,
  MAX_TOKENS
}
