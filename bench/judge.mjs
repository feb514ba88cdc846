// How many entries of a timeline the judge of plan limits judges in a second, on one core:
// `npm run build && node bench/judge.mjs`. A million of them, of 60,000 requests a minute, over 128 connections,
// from windows by the clock and from a bucket, and with one request in thirteen too many.
import { judgeQuota } from '../dist/src/quota/judge/judge-quota.js';

const entries = 1_000_000;
const perMinute = 60_000;
const minuteMs = 60_000;
const startedAt = 1_800_000_000_000;
const plan = {
  plan: 'enterprise',
  perMinute,
  perDay: 50_000_000,
  minuteMs,
  dayMs: 86_400_000,
  keys: [1],
  neighbour: false,
  overshoot: 50,
  refusedInARow: 50,
  connections: 128,
  readOnly: false,
  dayQuota: false,
  probeBan: false,
  seed: 1,
};
const operations = ['listPets', 'getPet', 'listPets', 'createPet'];

/** Windows by the clock that grant so many. */
function windowsOf(granted) {
  let window = -1;
  let used = 0;
  return (atMs) => {
    const now = Math.floor((startedAt + atMs) / minuteMs);
    used = now === window ? used + 1 : 1;
    window = now;
    const resetAt = (now + 1) * minuteMs;
    return { admitted: used <= granted, left: Math.max(0, perMinute - used), resetAt };
  };
}

/** A bucket of a minute's requests. */
function bucket() {
  const perMs = perMinute / minuteMs;
  let level = perMinute;
  let filledMs = 0;
  return (atMs) => {
    level = Math.min(perMinute, level + (atMs - filledMs) * perMs);
    filledMs = atMs;
    const admitted = level >= 1;
    level -= admitted ? 1 : 0;
    return { admitted, left: Math.floor(level), resetAt: startedAt + atMs + (perMinute - level) / perMs };
  };
}

function timelineOf(decide) {
  const timeline = [];
  // Somewhat quicker than is granted, so that a good part of it is refused.
  const everyMs = (minuteMs / perMinute) * 0.7;
  for (let index = 0; index < entries; index += 1) {
    const atMs = 20_000 + index * everyMs;
    const { admitted, left, resetAt } = decide(atMs);
    timeline.push({
      exchange: index + 1,
      key: 1,
      connection: index % 128,
      operation: operations[index % operations.length],
      phase: 'burst',
      sentAtMs: atMs - 1 - (index % 7),
      answeredAtMs: atMs + 1 + (index % 11),
      status: admitted ? 200 : 429,
      limit: perMinute,
      remaining: left,
      reset: Math.ceil(resetAt / 1000),
      retryAfterForm: admitted ? 'absent' : 'seconds',
      retryAfterMs: admitted ? Number.NaN : Math.ceil((resetAt - startedAt - atMs) / 1000) * 1000,
      unreadable: null,
      dateMs: Math.floor((startedAt + atMs) / 1000) * 1000,
      cached: false,
      page: false,
      place: 0,
    });
  }
  return timeline;
}

/** Time of the processor, so that other work on the machine does not count. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const services = [
  ['windows by the clock', windowsOf(perMinute), []],
  ['a bucket', bucket(), []],
  ['windows that grant too much', windowsOf(Math.round((perMinute * 13) / 12)), ['quota/never-exceeded']],
];
for (const [name, decide, expected] of services) {
  const timeline = timelineOf(decide);
  const began = processorMs();
  const { findings } = judgeQuota(timeline, plan);
  const spentMs = processorMs() - began;
  const reported = findings.map(({ requirement }) => requirement);
  if (reported.join() !== expected.join()) {
    throw new Error(`${name}: reported ${reported.join(', ')} instead of ${expected.join(', ')}`);
  }
  console.log(
    `judge, ${name}: ${Math.round((entries * 1000) / spentMs).toLocaleString('en')} entries a second`,
  );
}
