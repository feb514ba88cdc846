/** A name with a value: a header field, a query parameter. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** A cookie as HAR lists it, in addition to its header field. */
export interface HarCookie extends HarPair {
  readonly path?: string;
  readonly domain?: string;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
}

/** The request of an entry. Sizes are in bytes, -1 if unknown. */
export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarCookie[];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  readonly postData?: { readonly mimeType: string; readonly text: string };
  readonly headersSize: number;
  readonly bodySize: number;
}

/** The response of an entry; status 0 without one. */
export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarCookie[];
  readonly headers: readonly HarPair[];
  readonly content: {
    readonly size: number;
    readonly mimeType: string;
    readonly text: string;
    readonly comment?: string;
  };
  readonly redirectURL: string;
  readonly headersSize: number;
  readonly bodySize: number;
  readonly comment?: string;
  /** As browsers name it: why there is no whole answer. */
  readonly _error?: string;
}

/**
 * One exchange (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). Members that begin with an underscore are
 * ours: what HAR has no place for.
 */
export interface HarEntry {
  readonly pageref: string;
  readonly startedDateTime: string;
  /** In ms, as are all timings. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: {
    readonly blocked: number;
    readonly dns: number;
    readonly connect: number;
    readonly ssl: number;
    readonly send: number;
    readonly wait: number;
    readonly receive: number;
  };
  readonly connection?: string;
  readonly comment: string;
  /** The exchange's number in the run. */
  readonly _number: number;
  /** The id of the requirement whose check sent it, or `preflight`. */
  readonly _check: string;
  /** Whose credential it carried. */
  readonly _credential: string;
}

/** The part of a HAR before its entries. */
export interface HarStart {
  readonly version: '1.2';
  readonly creator: { readonly name: string; readonly version: string };
  readonly pages: readonly {
    readonly startedDateTime: string;
    readonly id: string;
    readonly title: string;
    readonly pageTimings: { readonly onContentLoad: number; readonly onLoad: number };
  }[];
}
