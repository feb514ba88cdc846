/** The bounds of the client for responses and refusals. */
export const targetLimits = {
  /** The maximum size of a body in bytes, both encoded and decoded: none of a larger one is kept. */
  bodyBytes: 2 * 1024 * 1024,
  /** The maximum size of a body that autocannon may collect. */
  largeBodyBytes: 256 * 1024,
  /** Bytes of an answer's header section. */
  headerBytes: 128 * 1024,
  /** Fields of a header section: in memory and in records, empty ones take a hundred times their bytes. */
  headerFields: 2_000,
  /** Content codings that one body may be wrapped in. */
  contentCodings: 3,
  /** The default number of concurrent connections. */
  connections: 16,
  /** Times that one request is repeated after a 429. */
  repeatsAfterRefusal: 5,
  /** The maximum number of retries of a request after a reused connection was closed. */
  repeatsAfterReset: 2,
  /** The number of consecutive reused connections that were closed during a request, after which none is reused. */
  closedToKeepNone: 3,
  /** The maximum total wait of one request for its repetitions, for a minute of 60,000 ms, and its lower bound. */
  refusalWaitMs: 120_000,
  refusalWaitLeastMs: 2_000,
  /** First and longest span of the exponential backoff, in ms. */
  backoffBaseMs: 500,
  backoffCapMs: 60_000,
  /** A longer wait for a `Reset` is tested first, for a minute of 60,000 ms. */
  longWaitMs: 75_000,
  /** Shorter waits are not reported, in ms. */
  minReportedWaitMs: 250,
} as const;

/** The description of a body above the limit. */
export const tooLarge = `larger than ${targetLimits.bodyBytes} bytes, the most that this client reads`;
