import type { Operation } from '../exchange/exchange.ts';
import type { OutgoingRequest } from '../target/target.ts';

/** One of the requests that a load sends again and again. */
export interface LoadRequest {
  readonly operation: Operation;
  readonly outgoing: OutgoingRequest;
  readonly body: Buffer | null;
  /** Text that a right answer repeats, or `null` where there is none: the tag in a creation's name. */
  readonly echo: string | null;
  /** The last body of a 200 or 201 to it in which the full watch saw no deviation. */
  passedBody: Buffer | null;
}

/** Makes a request out of what is to go on the wire. */
export function loadRequest(
  operation: Operation,
  outgoing: OutgoingRequest,
  echo: string | null = null,
): LoadRequest {
  const { body } = outgoing;
  return {
    operation,
    outgoing,
    body: body === null ? null : Buffer.from(body),
    echo,
    passedBody: null,
  };
}
