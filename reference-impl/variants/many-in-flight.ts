import { setTimeout } from 'node:timers/promises';

/** Counts the calls in flight, each for a few ms; one resolves with whether there are more than eight. */
export function manyInFlight(): () => Promise<boolean> {
  let inFlight = 0;
  return async () => {
    inFlight += 1;
    await setTimeout(3);
    const isMany = inFlight > 8;
    inFlight -= 1;
    return isMany;
  };
}
