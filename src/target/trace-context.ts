import { createHash } from 'node:crypto';

/** The trace id of a run: 32 hexadecimal digits that follow from its seed and tag. */
export function traceId(seed: number, tag: string): string {
  return createHash('sha256').update(`${seed} ${tag}`).digest('hex').slice(0, 32);
}

/** The `traceparent` of an exchange (W3C Trace Context, level 1): sampled, the exchange's number as span id. */
export function traceparent(trace: string, exchangeNumber: number): string {
  return `00-${trace}-${exchangeNumber.toString(16).padStart(16, '0')}-01`;
}
