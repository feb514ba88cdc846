const startMs = Date.UTC(2026, 0, 5, 9);
const requestEveryMs = 5;
const answerAfterMs = 2;
const tag = 'csample';
const host = 'localhost:8080';
const trace = '5a3b1e00000000000000000000000001';
const times = {
  Date: new Date(startMs).toUTCString(),
  'X-RateLimit-Reset': String(startMs / 1000 + 60),
};
const stepsOfTime = { reachable: `answers in ${answerAfterMs} ms`, clock: 'as this machine' };

/**
 * The events of a run without what differs from one run with the same seed to the next: every time, its tag, the
 * service's port, and of requests that were sent at once which connection each went over and which ended first.
 */
export function maskedJournal(events) {
  const [{ header }] = events;
  const lastMs = requestEveryMs * Math.max(...events.map(({ exchange }) => exchange?.number ?? 0));
  const masked = inOrderOfSending(events).map((event) => maskedEvent(event, lastMs));
  const text = JSON.stringify(masked)
    .replaceAll(header.tag, tag)
    .replaceAll(digitsOf(header.tag), digitsOf(tag))
    .replaceAll(new URL(header.baseUrl).host, host)
    .replaceAll(/\b00-[0-9a-f]{32}-/g, `00-${trace}-`);
  return JSON.parse(text);
}

/** A tag in a name of digits. */
function digitsOf(text) {
  return text.replace(/\D/g, (letter) => `${letter.charCodeAt(0) % 10}`);
}

/** Exchanges stand in the journal as they ended; those of one check in a row are put as they began. */
function inOrderOfSending(events) {
  const sorted = [...events];
  const isTraffic = ({ type }) => type === 'exchange' || type === 'animal-created';
  const numberOf = ({ exchange }) => (typeof exchange === 'number' ? exchange : exchange.number);
  for (let from = 0; from < sorted.length; from += 1) {
    let to = from;
    while (to < sorted.length && isTraffic(sorted[to])) {
      to += 1;
    }
    const row = sorted.slice(from, to).sort((one, other) => numberOf(one) - numberOf(other));
    sorted.splice(from, row.length, ...row);
    from = to;
  }
  return sorted;
}

function maskedEvent(event, lastMs) {
  switch (event.type) {
    case 'run-started':
      return { ...event, header: { ...event.header, startedAt: time(0) } };
    case 'preflight':
      return { ...event, step: maskedStep(event.step) };
    case 'exchange':
      return { ...event, exchange: maskedExchange(event.exchange), touched: maskedTouched(event) };
    case 'run-finished':
      return { ...event, finishedAt: time(lastMs), durationMs: lastMs };
    default:
      return event;
  }
}

/** On a machine that is busy the clocks seem apart. */
function maskedStep(step) {
  const text = stepsOfTime[step.name];
  return text === undefined || step.outcome === 'problem' ? step : { ...step, outcome: 'good', text };
}

/** Whether Remaining is seen to go down among requests that were sent at once depends on how long each one took. */
function maskedTouched({ exchange, touched }) {
  return exchange.check === 'concurrency'
    ? touched.filter((id) => id !== 'rate/remaining-counts-down')
    : touched;
}

function maskedExchange(exchange) {
  const sentAtMs = requestEveryMs * (exchange.number - 1);
  const answeredAtMs = sentAtMs + answerAfterMs;
  const headers = exchange.response?.headers.map(([name, value]) => [name, times[name] ?? value]);
  return {
    ...exchange,
    startedAt: time(sentAtMs),
    sentAtMs,
    headersAtMs: exchange.headersAtMs === null ? null : answeredAtMs,
    finishedAtMs: answeredAtMs,
    connection: Math.min(exchange.connection, 1),
    response: exchange.response === null ? null : { ...exchange.response, headers },
  };
}

function time(sinceStartMs) {
  return new Date(startMs + sinceStartMs).toISOString();
}
