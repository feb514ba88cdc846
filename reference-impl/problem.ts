/** Why a request is refused: becomes an `Error` body (section "Errors"). Its message is shown to the client. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  /** Header fields that go with this refusal. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function invalidBody(message: string): Problem {
  return new Problem(400, 'invalid_body', message);
}

export function invalidParameter(message: string): Problem {
  return new Problem(400, 'invalid_parameter', message);
}

/** 401 with the challenge that RFC 9110 section 11.6.1 asks for. */
export function unauthorized(): Problem {
  return new Problem(
    401,
    'unauthorized',
    'Send a valid API key in the header Authorization: Bearer <API_KEY>.',
    {
      'WWW-Authenticate': 'Bearer realm="animal-store"',
    },
  );
}

/** @param headers of the deprecated operation */
export function animalNotFound(headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem(404, 'pet_not_found', 'There is no animal with this identifier.', headers);
}

export function pathNotFound(): Problem {
  return new Problem(404, 'path_not_found', 'There is nothing at this path.');
}

/** 405 with the methods that the path has (RFC 9110 section 15.5.6). */
export function methodNotAllowed(methods: readonly string[]): Problem {
  const allowed = methods.join(', ');
  return new Problem(405, 'method_not_allowed', `This path answers to ${allowed}.`, { Allow: allowed });
}

/** 429; `seconds` is a whole number of seconds to wait. */
export function tooManyRequests(seconds: number): Problem {
  return new Problem(429, 'rate_limit_exceeded', `The rate limit is exceeded. Try again in ${seconds} s.`, {
    'Retry-After': String(seconds),
  });
}

/** 500; says nothing of what went wrong inside. */
export function internalError(): Problem {
  return new Problem(500, 'internal_error', 'The service could not handle this request.');
}
