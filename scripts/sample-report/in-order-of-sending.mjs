/**
 * Lets the reference implementation serve requests in the order in which they were sent, also those that are sent at
 * once: ids, lists and `Remaining` are then the same in every run with the same seed. To be given as `decorate`.
 */
export function inOrderOfSending(parts) {
  const waiting = new Map();
  let turn = 1;
  return {
    ...parts,
    handle: async (request, all) => {
      const number = exchangeNumber(request);
      if (number > turn) {
        await new Promise((resolve) => waiting.set(number, resolve));
      }
      try {
        return await parts.handle(request, all);
      } finally {
        turn = number + 1;
        waiting.get(turn)?.();
        waiting.delete(turn);
      }
    },
  };
}

/** The suite sends it as the span id of `traceparent`. */
function exchangeNumber({ headers }) {
  return Number.parseInt(headers.traceparent?.split('-')[2] ?? '', 16);
}
