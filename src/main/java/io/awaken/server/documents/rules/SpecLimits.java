package io.awaken.server.documents.rules;

/** Limits of documents' content. */
final class SpecLimits {

  static final int MAX_ROUNDS = 1_000;
  static final int MAX_CONTINUATION_RETRIES = 10;
  static final int MAX_RESPONSE_RETRIES = 10;
  static final int MAX_CONTEXT_TOKENS = 100_000_000;
  static final int MAX_RECENT_MESSAGES = 1_000;

  /** For a million tokens, in any currency. */
  static final int MAX_PRICE = 1_000_000;

  /** Decimals of a price. */
  static final int MAX_PRICE_DECIMALS = 6;

  static final int MAX_DESCRIPTION = 4_096;

  /** Entries of each list of an agent. */
  static final int MAX_ENTRIES = 256;

  static final int MAX_POOL_MEMBERS = 32;
  static final int MAX_POOL_WEIGHT = 1_000;
  static final int MAX_STOP_CONDITIONS = 32;
  static final int MAX_ENDPOINT_TIMEOUT_MS = 86_400_000;
  static final int MAX_TIMEOUT_SECS = 3_600;

  static final int MIN_MCP_TIMEOUT_MS = 100;
  static final int MAX_MCP_TIMEOUT_MS = 3_600_000;
  static final int MAX_MCP_PROGRESS_TIMEOUT_MS = 36_000_000;
  static final int MAX_MCP_SAMPLING_TOKENS = 100_000;
  static final int MAX_MCP_SAMPLING_REQUESTS = 100;

  /** Arguments, and messages, of a prompt. */
  static final int MAX_PROMPT_ENTRIES = 32;

  /** Characters of a message of a prompt. */
  static final int MAX_PROMPT_TEXT = 65_536;

  /** Proposed values of a prompt's argument, or allowed values of a template's part. */
  static final int MAX_VALUES_OF_ARGUMENT = 1_000;

  /** Characters of one of these. */
  static final int MAX_VALUE = 256;

  /** Characters of the address of a resource. */
  static final int MAX_URI = 256;

  private SpecLimits() {}
}
