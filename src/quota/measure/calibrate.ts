import { isServed, type TimelineEntry } from '../timeline.ts';
import type { Bench } from './bench.ts';
import { keyName, MeasurementEnded } from './measurement.ts';
import { trickleMs } from './used-up.ts';

/** A `Reset` may be rounded up by a second, so the actual edge may be that much earlier. */
const roundingMs = 1100;
const mostFirstAttempts = 3;
/** The number of windows without a request after which every quota is full. */
const restWindows = 2;
/**
 * Examines a key's quota with a few sequential requests, and waits for a full one if less remains, or if a window ends
 * before it can be exhausted. Waits at most twice, for a minute each. Resolves with the remaining requests: as announced
 * if plausible, otherwise the limit minus the sent requests.
 *
 * @throws {MeasurementEnded} if its very first request is rejected by something other than a limit, or gets no
 * response.
 */
export async function calibrate(bench: Bench, key: number): Promise<number> {
  let state = await look(bench, key);
  if (!state.full && announcesRemaining(bench, state.last) && (await waitForReset(bench, key))) {
    state = await look(bench, key);
  }
  if (!state.full && !bench.rested.has(key)) {
    bench.rested.add(key);
    bench.expectedEndMs += restWindows * bench.plan.minuteMs;
    await bench.waitOut(
      bench.wire.now(),
      restWindows * bench.plan.minuteMs,
      'X-RateLimit-Remaining is below the limit; two minutes without a request restore it',
    );
    state = await look(bench, key);
  }
  const sent = state.sent + (await lookWhatCounts(bench, key));
  const edgeAtMs = nearEdge(bench, key);
  if (edgeAtMs === null) {
    return leftOf(bench, key, state.full, sent);
  }
  await bench.waitUntil(edgeAtMs, 'the window ends before its quota can be exhausted');
  const again = await look(bench, key);
  return leftOf(bench, key, again.full, again.sent);
}

/** Whether the quota is full, the number of requests it sent, and the last one. */
async function look(bench: Bench, key: number) {
  const { plan } = bench;
  const first = await firstAnswer(bench, key);
  const isRefused = first.status === 429;
  // One less with fractional tokens.
  const full = !isRefused && first.limit === plan.perMinute && first.remaining >= plan.perMinute - 2;
  if (isRefused) {
    return { full, sent: 1, last: first };
  }
  await bench.send(key, 'createPet', 'calibrate');
  return { full, sent: 3, last: await bench.send(key, 'listPets', 'calibrate') };
}

/** The first request of a key shows whether it can be measured at all. A response may be lost once. */
async function firstAnswer(bench: Bench, key: number): Promise<TimelineEntry> {
  const isKnown = wasMeasured(bench, key);
  for (let attempt = 1; ; attempt += 1) {
    const entry = await bench.send(key, 'listPets', 'calibrate');
    const { status } = entry;
    if (isKnown || status === 429 || isServed(entry)) {
      return entry;
    }
    if ((status === 401 || status === 403) && (await isRunKeyServed(bench))) {
      throw new MeasurementEnded(
        `${keyName(key)} is refused with ${status}: pass a key of this environment with \`--quota-key\``,
      );
    }
    if (entry.page && attempt === mostFirstAttempts) {
      throw new MeasurementEnded(
        `${keyName(key)} received a web page with status ${status}, which no operation returns: check any gateway or proxy in front of the service`,
      );
    }
    if (status === 401 || status === 403 || attempt === mostFirstAttempts) {
      throw new MeasurementEnded(
        `the first request of ${keyName(key)} returned ${status}: run again when it is served`,
      );
    }
  }
}

/** If the key of the run is rejected too, this key is not the cause. */
async function isRunKeyServed(bench: Bench): Promise<boolean> {
  return bench.plan.neighbour && isServed(await bench.send(0, 'listPets', 'neighbour'));
}

function wasMeasured({ timeline }: Bench, key: number): boolean {
  return timeline.some((entry) => entry.key === key && (entry.status === 429 || isServed(entry)));
}

/**
 * Requests an unknown animal and a list: the steps of `Remaining` show what counts. Not when measuring the daily limit,
 * where an uncertain request would hide an excess of one. Returns the number of requests.
 */
async function lookWhatCounts(bench: Bench, key: number): Promise<number> {
  if (bench.plan.dayQuota || bench.plan.perMinute < 10 || bench.refusedInARow(key) > 0) {
    return 0;
  }
  await bench.wire.send({ key, operation: 'getPet', phase: 'count' });
  await bench.send(key, 'listPets', 'count');
  return 2;
}

/** Whether a response announces the remaining requests of the minute. */
export function announcesRemaining({ plan }: Bench, { limit, remaining }: TimelineEntry): boolean {
  return limit === plan.perMinute && !Number.isNaN(remaining);
}

/** Waits for the last announced `Reset`; `false` if it can't be awaited. */
async function waitForReset(bench: Bench, key: number): Promise<boolean> {
  const at = bench.surelyAfter(bench.lastAnswered(key)?.reset ?? Number.NaN);
  if (at === null) {
    return false;
  }
  await bench.waitUntil(at, 'the key has less than its full quota');
  return true;
}

/**
 * The time when a possible near edge is certainly over, or `null`: neither the burst nor the requests to the exhausted
 * quota should span it.
 */
function nearEdge(bench: Bench, key: number): number | null {
  const { plan, wire } = bench;
  const last = bench.lastAnswered(key);
  const clock = bench.clock();
  if (last === null || clock === null || !announcesRemaining(bench, last)) {
    return null;
  }
  const slackMs = plan.minuteMs > 20_000 ? roundingMs : plan.minuteMs / 20;
  const earliestMs = last.reset * 1000 - clock.mostMs - slackMs;
  const neededMs = burstMs(bench, plan.perMinute + plan.overshoot) + trickleMs(bench);
  const isNear = earliestMs < wire.now() + neededMs;
  return isNear ? bench.surelyAfter(last.reset) : null;
}

/** The estimated duration of a burst from that of single requests, in ms; at most half a minute. */
function burstMs({ plan, timeline }: Bench, size: number): number {
  const slowestMs = Math.max(
    0,
    ...timeline.slice(-5).map(({ sentAtMs, answeredAtMs }) => answeredAtMs - sentAtMs),
  );
  const rounds = Math.ceil(size / Math.min(size, plan.connections)) + 1;
  return Math.min(plan.minuteMs / 2, Math.max(slowestMs * rounds, size / 10) + plan.minuteMs / 200);
}

/** The judge reports an impossible value; here the limit minus the sent requests replaces it. */
function leftOf(bench: Bench, key: number, full: boolean, sent: number): number {
  const { plan } = bench;
  const remaining = bench.lastAnswered(key)?.remaining ?? Number.NaN;
  const own = Math.max(0, plan.perMinute - sent);
  const plausible = full && remaining >= own - 1 && remaining <= plan.perMinute;
  return plausible ? remaining : own;
}
