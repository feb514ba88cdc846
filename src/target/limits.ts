/** What the client takes from a server at most, and how it deals with refusals. */
export const targetLimits = {
  /** Bytes of a body, both as it came and decoded. */
  bodyBytes: 4 * 1024 * 1024,
  /** What a JSON body may hold: a tree takes many times its text. */
  json: { values: 200_000, digits: 100_000 },
  /** A body beyond this is a large one, and bytes that a run reads of these, each beyond that, together. */
  largeBodyBytes: 256 * 1024,
  largeBodiesBytes: 24 * 1024 * 1024,
  /** Bytes that a record keeps of a body beyond that limit. */
  keptBodyBytes: 64 * 1024,
  /** Bytes read beyond these, since a secret that begins in what is kept must end in what is redacted. */
  cutMarginBytes: 4096,
  /** Bytes of an answer's header section. */
  headerBytes: 128 * 1024,
  /** Fields of a header section: in memory and in records, empty ones take a hundred times their bytes. */
  headerFields: 2_000,
  /** Content codings that one body may be wrapped in. */
  contentCodings: 3,
  /** Connections at once, where the caller names no number. */
  connections: 16,
  /** Times that one request is repeated after a 429. */
  repeatsAfterRefusal: 5,
  /** Times that one request is sent again where a kept connection was closed under it. */
  repeatsAfterReset: 2,
  /** So many kept connections in a row that were closed under a request: none is kept any more. */
  closedToKeepNone: 3,
  /** Milliseconds that one request waits for its repeats, by a minute of 60,000 ms, and the least of them. */
  refusalWaitMs: 120_000,
  refusalWaitLeastMs: 2_000,
  /** First and longest span of the exponential backoff, in ms. */
  backoffBaseMs: 500,
  backoffCapMs: 60_000,
  /** A wait for a `Reset` beyond this is not believed at once, by a minute of 60,000 ms. */
  longWaitMs: 75_000,
  /** Waits shorter than this are not told, in ms. */
  minReportedWaitMs: 250,
} as const;
