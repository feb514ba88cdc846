import type { QuotaJudgement } from '../judgement.ts';
import type { QuotaWire } from '../quota-wire.ts';
import type { Bench } from './bench.ts';

const requirement = 'quota/refused-without-effect';
const mostLists = 2;

/** Searches for animals of refused creations; sends nothing if there were none. */
export async function lookForEffects(bench: Bench, key: number): Promise<void> {
  const isOpen = () => {
    const { refused, completeList } = bench.wire.refusedCreations();
    return refused.length > 0 && completeList === null;
  };
  if (bench.places > 1 && isOpen()) {
    await waitForPlaces(bench);
  }
  for (let count = 0; count < mostLists && isOpen(); count += 1) {
    await bench.send(key, 'listPets', 'effect');
  }
}

/** A place may show later what another one created. */
async function waitForPlaces(bench: Bench): Promise<void> {
  const { timeline, plan } = bench;
  const last = timeline.findLast(({ operation }) => operation === 'createPet');
  if (last !== undefined) {
    const shownAtMs = last.answeredAtMs + plan.consistencyGraceMs;
    await bench.waitUntil(shownAtMs, 'one place may show what another created a little later');
  }
}

/** Adds the results of that search to a judgement. */
export function withEffects(judgement: QuotaJudgement, wire: QuotaWire): QuotaJudgement {
  const { refused, carriedOut, completeList } = wire.refusedCreations();
  const [seen] = carriedOut;
  if (seen !== undefined) {
    const finding = {
      requirement,
      kind: 'refused-creation-carried-out',
      message: 'A creation that returned 429 added its animal',
      expected: 'a refused request changes nothing',
      actual: `a list shows the animal of ${carriedOut.length === 1 ? 'a creation' : `${carriedOut.length} of ${refused.length} creations`} that returned 429`,
      entry: seen.creation,
      related: [{ role: 'list', entry: seen.list }],
      restsOnTiming: false,
    };
    return { ...judgement, findings: [...judgement.findings, finding] };
  }
  if (completeList !== null && refused.length > 0) {
    const entries = [...refused.slice(0, 3), completeList];
    return { ...judgement, supported: [...judgement.supported, { requirement, entries }] };
  }
  const reason =
    refused.length === 0
      ? 'no creation returned 429'
      : 'no complete list was read afterwards, so the animal of a refused creation would not show';
  return { ...judgement, undecided: [...judgement.undecided, { requirement, reason }] };
}
