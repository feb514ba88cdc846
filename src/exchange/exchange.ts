/** The three operations of the interface document, by their names there. */
export type Operation = 'listPets' | 'createPet' | 'getPet';

/** Header fields in the order and letter case of the wire; a repeated field stands there repeatedly. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Whose credential a request carried: the key of the run, none, one that was made up to be refused
 * (`invalid`), the key that the user says is revoked, or a key whose quota the run may use up.
 */
export type CredentialLabel = 'api-key' | 'none' | 'invalid' | 'revoked-key' | `quota-key-${number}`;

/** A request as it went on the wire, secrets already replaced. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, relative to the base address, as sent: `/pets?limit=5`. */
  readonly target: string;
  /** Every header field that was sent, `Host` and `Content-Length` included. */
  readonly headers: HeaderList;
  /** The body's text, or `null` where none was sent. Bytes that are no UTF-8 are replaced. */
  readonly body: string | null;
  /** The number of body bytes in the first of two writes; absent for a body in one write. */
  readonly firstWriteBytes?: number;
  readonly credential: CredentialLabel;
}

/** An answer as it was received, secrets already replaced. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** Header fields that the record omits, and their characters; absent if it has all of them. */
  readonly headersLeftOut?: { readonly fields: number; readonly characters: number };
  /** The decoded body's text, `''` where there was none; bytes that are no UTF-8 are replaced. */
  readonly body: string;
  /** The decoded body's size in bytes. */
  readonly bodyBytes: number;
  /**
   * `sha256:` and the digest of the body's text, secrets replaced, where `body` is only its beginning because the
   * record had grown too large; absent where it is whole.
   */
  readonly bodyDigest?: string;
  /** Whether the body's bytes were well-formed UTF-8. */
  readonly utf8: boolean;
  /** Where the server repeated a secret of ours: `header location`, `body`. */
  readonly secretsEchoedIn: readonly string[];
}

/** Why there is no answer, or no whole one. */
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

/** A failure of transport: a fact about an exchange, never an exception. */
export interface ExchangeFailure {
  readonly code: FailureCode;
  /** One line in plain words, secrets replaced. */
  readonly detail: string;
}

/** Bytes that a connection brought although no request was waiting for an answer on it. */
export interface UnsolicitedBytes {
  /** The number of the connection. It is closed then. */
  readonly connection: number;
  /** The last exchange on it, or `null` where it was fresh. */
  readonly after: number | null;
  /** How long nothing had gone over it, in ms. */
  readonly idleMs: number;
  /** How they begin, one character a byte, secrets replaced; `''` where they came in one piece with an answer. */
  readonly beginning: string;
}

/**
 * One request and what came of it. `response` and `failure` can both be there: a body that broke off after
 * its headers came. At least one of them is there.
 */
export interface Exchange {
  /** 1, 2, … in the order in which the requests were started. */
  readonly number: number;
  /** The id of the requirement whose check sent it, or `preflight`. */
  readonly check: string;
  /** ISO 8601 wall-clock time at which the request was started. */
  readonly startedAt: string;
  /** Milliseconds since the start of the run, by a monotonic clock: just before the request was written. */
  readonly sentAtMs: number;
  /** The same clock when the response's headers had come, or `null` where none came. */
  readonly headersAtMs: number | null;
  /** The same clock when the exchange was over. */
  readonly finishedAtMs: number;
  /** 1, 2, … in the order in which connections were opened; 0 where none was. */
  readonly connection: number;
  /**
   * The exchange whose request this one sends again by itself, on a fresh connection: a kept connection was closed
   * before it brought an answer (RFC 9112 section 9.3.1), or the answer was 408 (RFC 9110 section 15.5.9). Absent where
   * nothing was retried.
   */
  readonly retryOf?: number;
  /** What connections brought unsolicited since the exchange before was started; absent where nothing. */
  readonly unsolicited?: readonly UnsolicitedBytes[];
  /** The W3C trace context that the request carried. */
  readonly traceparent: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  readonly failure: ExchangeFailure | null;
}
