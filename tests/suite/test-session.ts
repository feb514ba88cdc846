import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { tagSource } from '../../src/animals/tag.ts';
import { openTarget } from '../../src/run/open-target.ts';
import { watchContext } from '../../src/run/run-watches.ts';
import { Check } from '../../src/suite/check.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';
import { Session } from '../../src/suite/session.ts';
import { ExchangeNumbers } from '../../src/target/exchange-numbers.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import type { Level } from '../../src/verdict/requirement.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { closeAfterwards } from '../target/test-target.ts';

export const apiKey = 'ask_live_8f3aB7cQ9xYz2LmN';

/** A session for one test, and what it recorded. */
export interface TestSession {
  readonly session: Session;
  readonly events: readonly RunEvent[];
  /** How long each pause was to be, in ms. They take no time. */
  readonly pauses: readonly number[];
  readonly findings: readonly Finding[];
  check(requirement: string, level?: Level): Check;
}

export interface SessionChanges extends Partial<RunOptions> {
  readonly workingCategories?: readonly bigint[];
}

/** A session with a real client of a service. */
export function testSession(baseUrl: string, changes: SessionChanges = {}): TestSession {
  const { workingCategories = [1n], ...options } = changes;
  const events: RunEvent[] = [];
  const pauses: number[] = [];
  const merged = { ...plainOptions, ...options, baseUrl };
  const record = (event: RunEvent): void => {
    events.push(event);
  };
  const target = openTarget({
    options: merged,
    tag: 'cabcdef',
    startedAtMs: performance.now(),
    numbers: new ExchangeNumbers(merged.maxRequests),
    onExchange: (exchange) => session.witness(exchange),
    record,
    stopped: new AbortController().signal,
  });
  closeAfterwards(target);
  const session: Session = new Session({
    options: merged,
    target,
    animalWatch: new AnimalWatch('cabcdef'),
    watches: [startWatch(watchContext(merged))],
    pause: async (ms) => {
      pauses.push(ms);
    },
    tags: tagSource('cabcdef', 1),
    record,
    workingCategories,
  });
  return {
    session,
    events,
    pauses,
    get findings() {
      return events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []));
    },
    check: (requirement, level = 'MUST') => new Check(requirement, level, session),
  };
}

export const plainOptions: RunOptions = {
  baseUrl: '',
  apiKey,
  plan: null,
  planLimits: {},
  revokedKey: null,
  quotaKeys: [],
  dayQuota: false,
  overshoot: null,
  probeBan: false,
  categoryIds: [],
  selected: [],
  readOnly: false,
  effort: 'normal',
  maxRequests: null,
  maxTimeMs: null,
  consistencyGraceMs: 2_000,
  timeoutMs: 10_000,
  minuteMs: 60_000,
  dayMs: 86_400_000,
  seed: 7,
  failOn: 'must',
  reportDir: '/nowhere',
  command: 'animal-store-conformance run',
};
