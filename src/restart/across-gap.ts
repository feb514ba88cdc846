import { type Exchange, isOutage } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import type { AcrossOptions } from '../suite/run-options.ts';
import type { Session } from '../suite/session.ts';
import { getPet, listPets } from '../target/api-request.ts';
import type { OutgoingRequest } from '../target/target.ts';
import type { AcrossCommand, AcrossGap } from '../verdict/across-record.ts';
import { type AcrossAnimalsCheck, acrossCheck } from './across-animals.ts';
import { GapTally } from './gap-tally.ts';
import { runShellCommand } from './shell-command.ts';

/** The loop sends at most this many requests per second, and at most this share of the limit of the key. */
const mostPerSecond = 4;
const shareOfLimit = 0.5;
/** Every nth request of the gap is a creation, up to so many. */
const creationEvery = 4;
const mostCreations = 10;
/** The time between creations while the service lists and does not create yet. */
const betweenCreationsMs = 2_000;

/** When the command ran, in ms of the run's clock, and what counts the exchanges meanwhile. */
export interface AcrossPhase {
  startMs: number;
  endMs: number;
  tally: GapTally | null;
}

/** Everything takes place before the command until it starts. */
export function newPhase(): AcrossPhase {
  return { startMs: Number.POSITIVE_INFINITY, endMs: Number.POSITIVE_INFINITY, tally: null };
}

/** Says of an exchange whether it took place during or after the command. */
export function marked(exchange: Exchange, { startMs, endMs }: AcrossPhase): Exchange {
  if (exchange.finishedAtMs < startMs) {
    return exchange;
  }
  const { traceparent, request, response, failure, ...others } = exchange;
  const across = exchange.sentAtMs > endMs ? 'after' : 'during';
  return { ...others, across, traceparent, request, response, failure };
}

interface GapParts {
  readonly session: Session;
  readonly animals: AcrossAnimalsCheck;
  readonly phase: AcrossPhase;
  readonly lastOfRunKey: Exchange | null;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called when the command starts, and when the gap is over, however it ended. */
  readonly tell: (command: AcrossCommand, gap: AcrossGap | null) => void;
}

/**
 * Runs the command and sends light requests until the service responds again, also to creations. Resolves with
 * whether it lists; a creation that fails up to the end of the time is left to the tests after it.
 *
 * @throws {RunStopped} if the run is stopped; the command has ended by then.
 */
export async function passCommand(across: AcrossOptions, parts: GapParts): Promise<boolean> {
  const { session, phase, now, tell } = parts;
  const startedAtMs = now();
  const tally = new GapTally(startedAtMs);
  const intervalMs = intervalFor(parts.lastOfRunKey, session.options.minuteMs);
  let command: AcrossCommand = {
    text: across.command,
    startedAt: new Date().toISOString(),
    startedAtMs: Math.round(startedAtMs),
    durationMs: 0,
    exitStatus: null,
    ended: null,
    output: '',
    outputCut: 0,
  };
  let deadlineMs = Number.POSITIVE_INFINITY;
  phase.startMs = startedAtMs;
  phase.tally = tally;
  tell(command, null);
  const running = runShellCommand(across.command, parts.signal).then((end) => {
    const endedAtMs = now();
    command = { ...command, durationMs: Math.round(endedAtMs - startedAtMs), ...end };
    tally.commandEnded(endedAtMs);
    deadlineMs = endedAtMs + across.timeoutMs;
  });
  const probing = probeUntilOver(parts, intervalMs, () => tally.isBack || now() > deadlineMs);
  try {
    await Promise.all([running, probing]);
    if (tally.isBack) {
      await untilItCreates(parts, deadlineMs);
    }
  } finally {
    await running;
    const endMs = now();
    phase.endMs = endMs;
    phase.tally = null;
    tell(command, tally.record(intervalMs, endMs));
  }
  return tally.isBack;
}

/** A service may list before it creates again, as while its database changes the leader. */
async function untilItCreates({ session, animals, phase, now }: GapParts, deadlineMs: number): Promise<void> {
  for (let count = 0; now() < deadlineMs; count += 1) {
    const creation = animals.creation(count);
    if (creation === null || !isOutage(marked(await session.target.send(creation, acrossCheck), phase))) {
      break;
    }
    await session.pause(betweenCreationsMs);
  }
}

/** Lists and readings in turn, and a few creations: those in flight at a restart show what becomes of them. */
function requestAt(count: number, { session, animals }: GapParts): OutgoingRequest {
  const { key } = session;
  const isCreation = count % creationEvery === creationEvery - 1 && count < creationEvery * mostCreations;
  const creation = isCreation ? animals.creation(count) : null;
  const id = count % 2 === 1 ? animals.known : null;
  return creation ?? (id === null ? listPets({ limit: 20 }, key) : getPet(id, key));
}

/** The time between two requests, in ms. */
function intervalFor(last: Exchange | null, minuteMs: number): number {
  const { limitFigure } = readRateFields(last?.response?.headers ?? []);
  const leastMs = 1000 / mostPerSecond;
  return limitFigure === null || limitFigure === 0
    ? leastMs
    : Math.max(leastMs, minuteMs / (shareOfLimit * limitFigure));
}

/**
 * The maximum number of requests in flight; with more, the service is not responding anyway, and a request is omitted.
 */
const mostUnderWay = 8;

/**
 * An open loop of light requests: each starts by an absolute schedule, whatever became of those before.
 *
 * @param isOver asked before each start
 * @throws the reason that ended a request or a pause, after all requests in flight have ended.
 */
async function probeUntilOver(parts: GapParts, intervalMs: number, isOver: () => boolean): Promise<void> {
  const { session, now } = parts;
  const startedAtMs = now();
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let sent = 0;
  try {
    for (let start = 0; !isOver() && failures.length === 0; start += 1) {
      await session.pause(Math.max(0, startedAtMs + start * intervalMs - now()));
      if (underWay.size < mostUnderWay && !isOver()) {
        const sending: Promise<void> = session.target
          .send(requestAt(sent, parts), acrossCheck)
          .then(() => undefined)
          .catch((error: unknown) => {
            failures.push(error);
          })
          .finally(() => underWay.delete(sending));
        underWay.add(sending);
        sent += 1;
      }
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}
