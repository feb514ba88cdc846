/* global animalStoreLoad */
import exec from 'k6/execution';
import { Counter, Rate, Trend } from 'k6/metrics';
import { linesOf, write, writeExchange } from './log.js';
import { prepare } from './preparation.js';
import {
  failureCode,
  load,
  plan,
  requestOf,
  sample,
  seededNumber,
  statusInTrend,
  traffic,
} from './requests.js';
import { send } from './send.js';

const alphabet = 'abcdefghijkmpqrstuvwxy';
const measuredFromMs = load.rampMs + load.warmupMs;

export const options = {
  scenarios: { load: traffic.scenario },
  thresholds: traffic.thresholds,
  summaryTrendStats: traffic.trendStats,
  maxRedirects: 0,
  setupTimeout: '10m',
};

/** One trend for each operation and status: k6 merges nothing, so `load merge` needs the whole distribution of each. */
const trends = {};
const failures = {};
for (const operation of traffic.operations) {
  for (const status of traffic.statuses) {
    trends[operation + status] = new Trend(`animal_store_${operation}_${status}`, true);
  }
  for (const code of traffic.failures) {
    failures[operation + code] = new Counter(`animal_store_${operation}_failed_${code}`);
  }
}
const created = new Counter('animal_store_created');
const started = new Counter('animal_store_started');
const measured = new Counter('animal_store_measured');
const sampled = new Counter('animal_store_sampled');
/** For thresholds only. */
const latency = new Trend('animal_store_latency', true);
const errors = new Rate('animal_store_errors');
const hasThresholds = Object.keys(traffic.thresholds).length > 0;

/** Whether an iteration is in the sample, which is drawn evenly and bounded per second. */
export function isSampled(iteration, of) {
  const drawn = seededNumber((plan.seed ^ 0x5bd1e995) >>> 0, iteration);
  return drawn < sample.share && drawn < sample.perSecond / ratePerSecond(of) && isWithinBound();
}

/** The rate of one of `of` instances. */
function ratePerSecond(of) {
  if (load.rate !== null) {
    return load.rate / of;
  }
  const { iterationsCompleted, currentTestRunDuration } = exec.instance;
  return (iterationsCompleted * 1000) / Math.max(1, currentTestRunDuration);
}

const logged = { untilMs: 0, count: 0 };

/**
 * The users of an instance know nothing of each other, so each has its part of the bound. More users than that log one
 * exchange in several seconds, each at a time of its own.
 */
function isWithinBound() {
  const users = Math.max(1, exec.instance.vusInitialized);
  const lengthMs = Math.max(1000, (users * 1000) / sample.perSecond);
  const nowMs = Date.now();
  if (logged.untilMs === 0 && lengthMs > 1000) {
    logged.untilMs = exec.scenario.startTime + (lengthMs * (exec.vu.idInInstance % users)) / users;
    logged.count = users;
  }
  if (nowMs >= logged.untilMs) {
    logged.untilMs = nowMs + lengthMs;
    logged.count = 0;
  }
  logged.count += 1;
  return logged.count <= (sample.perSecond * lengthMs) / 1000 / users;
}

/** No letter follows itself: a service may refuse three alike as nonsense. */
function newTag() {
  let tag = 'c';
  while (tag.length < 7) {
    const letter = alphabet[Math.floor(Math.random() * alphabet.length)];
    tag += tag.endsWith(letter) ? '' : letter;
  }
  return tag;
}

export function setup() {
  const trace = Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const data = {
    tag: newTag(),
    trace,
    startedAtMs: Date.now(),
    segment: exec.test.options.executionSegment || '0:1',
    of: 1,
    ids: [],
    category: '1',
    nextTag: 1,
    numbers: [],
    created: 0,
    preflight: 0,
    problem: null,
    readyAtMs: 0,
  };
  const { tag, startedAtMs, segment } = data;
  const { version, tool, command } = animalStoreLoad;
  write(tag, 'header', {
    type: 'header',
    version,
    tool,
    command,
    plan,
    sample,
    segment,
    tag,
    startedAtMs,
  });
  data.problem = prepare(data);
  data.readyAtMs = Date.now();
  return data;
}

export default function (data) {
  if (data.problem !== null) {
    exec.test.abort(data.problem);
  }
  const iteration = exec.scenario.iterationInTest;
  if (iteration >= traffic.endsBefore) {
    exec.test.abort('--max-creations animals are created');
  }
  const isLogged = isSampled(iteration, data.of);
  const request = requestOf(iteration, data);
  started.add(1);
  const exchange = send(request, data, iteration + 1, isLogged ? 'text' : 'none');
  const sinceMs = exchange.sentAtMs - exec.scenario.startTime;
  count(exchange, sinceMs >= measuredFromMs && sinceMs < measuredFromMs + load.durationMs);
  if (isLogged) {
    writeExchange(data.tag, `x${iteration}`, exchange, sinceMs);
    sampled.add(1);
  }
}

function count({ request, response }, isMeasured) {
  const { operation } = request;
  const { status, timings } = response;
  if (operation === 'createPet' && status === 201) {
    created.add(1);
  }
  if (!isMeasured) {
    return;
  }
  measured.add(1);
  const ms = timings.blocked + timings.connecting + timings.tls_handshaking + timings.duration;
  if (status === 0) {
    failures[operation + failureCode(response.error_code)].add(1);
  } else {
    trends[operation + statusInTrend(status)].add(ms);
  }
  if (hasThresholds) {
    const tags = { operation };
    latency.add(status === 0 ? Math.max(ms, load.timeoutMs) : ms, tags);
    errors.add(status === 0 || (status >= 400 && status !== 429), tags);
  }
}

export function handleSummary({ metrics, setup_data: data }) {
  if (!data) {
    return { stdout: 'No summary for load merge: setup() did not run.\n' };
  }
  const count = (name) => metrics[name]?.values.count ?? 0;
  const own = Object.entries(metrics).filter(
    ([name]) => name.startsWith('animal_store_') && !name.includes('{'),
  );
  const { tag, problem, preflight, readyAtMs } = data;
  const lines = linesOf(tag, 'summary', {
    type: 'summary',
    problem,
    preflight,
    createdBefore: data.created,
    readyAtMs,
    endedAtMs: Date.now(),
    sent: count('http_reqs'),
    dropped: count('dropped_iterations'),
    metrics: Object.fromEntries(
      own.map(([name, { values }]) => [name.slice('animal_store_'.length), values]),
    ),
  });
  const text = problem === null ? `${count('animal_store_started')} requests` : `No load: ${problem}`;
  return {
    stdout: `${lines.join('\n')}\n${text}. Merge the logs: npx ${animalStoreLoad.tool.name} load merge FILE...\n`,
  };
}
