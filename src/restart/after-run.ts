import { AnimalWatch } from '../animals/animal-watch.ts';
import { journalPath, readJournal } from '../journal/journal.ts';
import type { AfterOptions, RunOptions } from '../suite/run-options.ts';
import type { AcrossPromise, AcrossRecord } from '../verdict/across-record.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { credentialPromises } from './across-credentials.ts';
import { type AcrossContext, leaveOpen, selectedOnly, withAcrossParts } from './across-parts.ts';
import { neverExceeded } from './across-quota.ts';

const uniqueIds = 'create/unique-ids';

/**
 * Tests what must outlive whatever ran between the run in `--after` and this one, before its checks. Resolves with what
 * compares new animals with those of the earlier run.
 *
 * @throws {RunStopped} if the run is stopped; what was learnt is recorded.
 */
export async function goAfter(
  after: AfterOptions,
  options: RunOptions,
  context: AcrossContext,
): Promise<(event: RunEvent) => void> {
  const { record: tell } = context;
  const record = (event: RunEvent): void => tell(withoutEarlier(event));
  const { animalWatch, idsBefore, endedAtMs } = await earlierTraffic(after, context);
  const apartMs = Math.max(0, Date.now() - endedAtMs);
  return await withAcrossParts(options, { ...context, record }, animalWatch, async (parts) => {
    const { session, animals, phase } = parts;
    // Everything from now on takes place after what ran between the two runs.
    phase.startMs = Number.NEGATIVE_INFINITY;
    phase.endMs = Number.NEGATIVE_INFINITY;
    animals.comeFromBefore();
    const promises: AcrossPromise[] = [];
    let read: AcrossRecord['animals'] = { read: 0, found: 0, gone: 0 };
    try {
      promises.push(...(await credentialPromises(session, [])));
      promises.push(await animals.createAgain());
      read = await animals.readAgain();
      promises.push(await animals.findMissing());
      read = animals.counts;
      promises.push(...(options.quotaKeys.length > 0 ? [limitNotTested] : []));
    } finally {
      session.settle();
      const { source, startedAt, isCut } = after;
      const earlier = { source, startedAt, apartMs, ...(isCut ? { isCut } : {}) };
      const shown = selectedOnly(promises, options);
      record({
        type: 'across',
        record: { command: null, earlier, gap: null, promises: shown, animals: read },
      });
      leaveOpen(shown, record);
    }
    return (event) => compare(event, idsBefore, record);
  });
}

/** Reports hold no keys, and another key would have a quota of its own. */
const limitNotTested: AcrossPromise = {
  requirement: neverExceeded,
  outcome: 'untested',
  text: 'a report does not say which key it exhausted: use `--across`',
};

/** The animals of both runs so far. */
async function earlierTraffic(
  { folder }: AfterOptions,
  { tag, preflight }: AcrossContext,
): Promise<{ animalWatch: AnimalWatch; idsBefore: ReadonlyMap<string, string>; endedAtMs: number }> {
  const animalWatch = new AnimalWatch(tag);
  const idsBefore = new Map<string, string>();
  const ofQuotaKeys = new Set<number>();
  let endedAtMs = Date.now();
  await readJournal(journalPath(folder), (event) => {
    if (event.type === 'exchange' && event.exchange.request.credential.startsWith('quota-key')) {
      // Their animals may be of other accounts.
      ofQuotaKeys.add(event.exchange.number);
    } else if (event.type === 'exchange') {
      const { startedAt, finishedAtMs, sentAtMs, across: _, ...others } = event.exchange;
      endedAtMs = Date.parse(startedAt) + finishedAtMs - sentAtMs;
      // By the clock of this run it was over before the start.
      animalWatch.see({ ...others, startedAt, number: earlierNumber, sentAtMs: -1, finishedAtMs: -1 });
    } else if (event.type === 'animal-created' && !ofQuotaKeys.has(event.exchange)) {
      idsBefore.set(event.id, event.name);
    }
  });
  for (const exchange of preflight.exchanges) {
    animalWatch.see({ ...exchange, across: 'after' });
  }
  return { animalWatch, idsBefore, endedAtMs };
}

/** The number of all exchanges of the earlier run, which this report does not have. */
const earlierNumber = 0;

function withoutEarlier(event: RunEvent): RunEvent {
  if (event.type !== 'finding') {
    return event;
  }
  const related = event.finding.related.filter(({ exchange }) => exchange !== earlierNumber);
  return { type: 'finding', finding: { ...event.finding, related } };
}

function compare(
  event: RunEvent,
  idsBefore: ReadonlyMap<string, string>,
  record: (event: RunEvent) => void,
): void {
  const earlier = event.type === 'animal-created' ? idsBefore.get(event.id) : undefined;
  if (event.type === 'animal-created' && earlier !== undefined) {
    record({
      type: 'finding',
      finding: {
        requirement: uniqueIds,
        kind: 'id-of-earlier-run',
        message: 'A creation returned an id that a creation of the earlier run returned',
        expected: 'an id that no other animal has',
        actual: `id ${event.id} again, which was given to ${JSON.stringify(earlier)}`,
        exchange: event.exchange,
        related: [],
      },
    });
  }
}
