/** The three operations of the interface document. */
export const operations = ['listPets', 'createPet', 'getPet'] as const;

export type Operation = (typeof operations)[number];

/** Header fields in the order and letter case as sent, including repetitions. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The kind of credential of a request: the key of the run, none, an invalid one, the revoked key, or a quota key. */
export type CredentialLabel = 'api-key' | 'none' | 'invalid' | 'revoked-key' | `quota-key-${number}`;

/** A request as sent, with secrets replaced. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query as sent, relative to the base URL: `/pets?limit=5`. */
  readonly target: string;
  /** All sent header fields, including `Host` and `Content-Length`. */
  readonly headers: HeaderList;
  /** The text of the body, or `null` without one. Bytes that are not UTF-8 are replaced. */
  readonly body: string | null;
  /** The number of body bytes in the first of two writes; absent for a body in one write. */
  readonly firstWriteBytes?: number;
  readonly credential: CredentialLabel;
}

/** A response as received, with secrets replaced. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** The number of header fields that the record omits, and of their characters; absent if it has all. */
  readonly headersLeftOut?: { readonly fields: number; readonly characters: number };
  /** The text of the decoded body, `''` without one. Bytes that are not UTF-8 are replaced. */
  readonly body: string;
  /** The size of the decoded body in bytes. */
  readonly bodyBytes: number;
  /**
   * `sha256:` and the digest of the text with secrets replaced, if `body` has only its beginning because the record is
   * large.
   */
  readonly bodyDigest?: string;
  /** Whether the body was well-formed UTF-8. */
  readonly utf8: boolean;
  /** The places where the server echoed a secret: `header location`, `body`. */
  readonly secretsEchoedIn: readonly string[];
}

/** Why there is no response, or no complete one. */
export type FailureCode =
  | 'unresolved'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'reset'
  | 'timeout'
  | 'truncated'
  | 'not-http'
  | 'headers-too-large'
  | 'body-too-large'
  | 'bad-content-encoding'
  | 'interrupted'
  | 'other';

/** A transport failure: a fact about an exchange, never an exception. */
export interface ExchangeFailure {
  readonly code: FailureCode;
  /** One line, with secrets replaced. */
  readonly detail: string;
}

/** Bytes that a connection delivered while no response was due. */
export interface UnsolicitedBytes {
  /** The number of the connection, which is then closed. */
  readonly connection: number;
  /** The last exchange on it, or `null` if there was none. */
  readonly after: number | null;
  /**
   * The first bytes, one character per byte, with secrets replaced; `''` if they arrived together with a response and do
   * not begin with a status line.
   */
  readonly beginning: string;
}

/** One request with its response, its failure or both (for example a truncated body). */
export interface Exchange {
  /** 1, 2, … in the order in which requests start. */
  readonly number: number;
  /** The id of the requirement whose check sent it, or `preflight`. */
  readonly check: string;
  /** The start of the request by the wall clock, ISO 8601. */
  readonly startedAt: string;
  /** The time directly before the request was written, in ms since the start of the run by a monotonic clock. */
  readonly sentAtMs: number;
  /** The time of the response headers by the same clock, or `null` without any. */
  readonly headersAtMs: number | null;
  /** The end of the exchange by the same clock. */
  readonly finishedAtMs: number;
  /** 1, 2, … in the order in which connections are opened; 0 if none was. */
  readonly connection: number;
  /**
   * The exchange that this one retries on a fresh connection, because a reused connection was closed before a response
   * (RFC 9112 section 9.3.1) or returned 408 (RFC 9110 section 15.5.9); absent without a retry.
   */
  readonly retryOf?: number;
  /** Unsolicited bytes since the start of the previous exchange; absent if there were none. */
  readonly unsolicited?: readonly UnsolicitedBytes[];
  /**
   * Whether it took place while the command of `--across` ran and until the service responded again, or later; absent
   * before, and in runs without a command.
   */
  readonly across?: 'during' | 'after';
  /** The W3C trace context of the request. */
  readonly traceparent: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  readonly failure: ExchangeFailure | null;
}

/**
 * Whether an exchange shows only that the service, or the one behind its gateway, was unavailable while a command
 * restarted or deployed it: no complete response, or a 5xx. It proves nothing about a requirement.
 */
export function isOutage({ across, response, failure }: Exchange): boolean {
  return across === 'during' && (response === null || failure !== null || response.status >= 500);
}

/** One day before 5 December 2030, because clocks and time zones differ. */
const removal = '2030-12-04';

/** Whether `getPet` may have been removed when a request was made (section "Get an animal (deprecated)"). */
export function getPetMayBeGone({ startedAt }: Pick<Exchange, 'startedAt'>): boolean {
  return startedAt >= removal;
}
