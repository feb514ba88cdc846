import type { Ruling } from './limited-service.ts';
import type { ServiceAnswer } from './service.ts';

/** Makes of an honest answer the one that is sent. */
export type Falsify = (answer: ServiceAnswer, ruling: Ruling) => ServiceAnswer;

/** Another status where 429 is due. */
export const refusedWith =
  (status: number): Falsify =>
  (answer) =>
    answer.status === 429 ? { ...answer, status } : answer;

/** `Retry-After` made of the ms that are left and of the moment at which they end; `null` for none. */
export const retryAfterAs =
  (write: (leftMs: number, endMs: number) => string | null): Falsify =>
  (answer, { request, outlook }) =>
    answer.retryAfter === null
      ? answer
      : { ...answer, retryAfter: write(outlook.retryMs - request.atMs, outlook.retryMs) };

/** `Reset` made of the moment in ms and of the present one. */
export const resetAs =
  (write: (resetMs: number, nowMs: number) => number): Falsify =>
  (answer, { request, outlook }) => ({ ...answer, reset: String(write(outlook.resetMs, request.atMs)) });

/** `Reset` as it was first, for good. */
export function resetThatNeverMoves(): Falsify {
  const first = new Map<number, string>();
  return (answer, { request }) => {
    const reset = first.get(request.key) ?? answer.reset;
    first.set(request.key, reset);
    return { ...answer, reset };
  };
}

/** `Remaining` of admitted requests. */
export const remainingAs =
  (write: (remaining: number, limit: number) => number): Falsify =>
  (answer, { admitted, outlook }) =>
    admitted ? { ...answer, remaining: String(write(outlook.remaining, outlook.limit)) } : answer;

/** `Remaining` of refused requests; `count` of them so far. */
export function remainingOfRefusedAs(write: (count: number) => number): Falsify {
  let count = 0;
  return (answer, { admitted }) => {
    if (admitted) {
      return answer;
    }
    count += 1;
    return { ...answer, remaining: String(write(count)) };
  };
}

export const limitAs =
  (write: (limit: number) => number): Falsify =>
  (answer, { outlook }) => ({ ...answer, limit: String(write(outlook.limit)) });

/** Refused creations are carried out all the same. */
export const refusedButCarriedOut: Falsify = (answer, { request }) =>
  request.operation === 'createPet' ? { ...answer, addsAnimal: true } : answer;
