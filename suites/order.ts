import type { Effort } from '../src/verdict/run-event.ts';

/**
 * The order in which the suites run. New animals come first, while lists are short; whatever fills the store
 * comes before what needs it full; and what looks at the whole run last.
 */
export const suiteOrder = [
  'fresh-animals',
  'refusals',
  'auth',
  'refused-without-effect',
  'create',
  'client-ids',
  'get',
  'sequences',
  'list',
  'errors',
  'interface',
  'varieties',
  'closing',
] as const;

/**
 * At effort `smoke` a run adds so few animals that lists are short to its end. So it lists once, when every
 * animal is there and everything has been refused, and each of these lists is evidence for many requirements.
 */
const orderAtSmoke: readonly (typeof suiteOrder)[number][] = [
  'auth',
  'refusals',
  'get',
  'create',
  'interface',
  'fresh-animals',
  'refused-without-effect',
  'client-ids',
  'sequences',
  'list',
  'errors',
  'varieties',
  'closing',
];

/** The place of a suite in the runs of an effort, by the path of its file. */
export function placeOfSuite(path: string, effort: Effort): number {
  const order = effort === 'smoke' ? orderAtSmoke : suiteOrder;
  return order.findIndex((name) => path.includes(`/${name}.suite.`));
}
