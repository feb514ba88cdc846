import type { Exchange } from './exchange.ts';

/** One day before 5 December 2030, because clocks and time zones differ. */
const removal = '2030-12-04';

/** Whether `getPet` may have been removed when a request was made (section "Get an animal (deprecated)"). */
export function getPetMayBeGone({ startedAt }: Pick<Exchange, 'startedAt'>): boolean {
  return startedAt >= removal;
}
