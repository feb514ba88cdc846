import { newRunTag } from '../animals/tag.ts';
import type { CredentialLabel, Exchange } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { isTooDeep, mostLevels } from '../json/text-structure.ts';
import { Redactor } from '../secrets/redaction.ts';
import { firstChangeMs } from './first-change.ts';
import { harExchange } from './har-exchange.ts';
import { type RawEntry, rawEntry } from './har-value.ts';
import { guessBaseUrl, targetBelow } from './recorded-base-url.ts';
import { isEvenlyClocked, isExactlyTimed, resolutionOf } from './recorded-clock.ts';
import { recordedKeys } from './recorded-keys.ts';
import { NotRecorded, type RecordedTraffic } from './recorded-traffic.ts';
import { withoutDoubles } from './without-doubles.ts';

const labels = /^(?:api-key|none|invalid|revoked-key|quota-key-[1-9]\d{0,2})$/;

/**
 * Reads the text of a HAR, of whatever program it is, as far as it can be judged.
 *
 * @param label the file's name as errors say it
 * @param baseUrl the base URL to choose, or `null` to guess the only one
 * @param apiKey the key that was valid all the time, or `null`
 * @throws {NotRecorded} where it is no HAR, or holds nothing that can be judged.
 */
export function readHar(
  text: string,
  label: string,
  baseUrl: string | null,
  apiKey: string | null,
): RecordedTraffic {
  const { log, entries: listed } = parsedLog(text, label);
  const isOurs = memberOf(memberOf(log, 'creator'), 'name') === 'animal-store-conformance';
  const once = [...new Map(listed.map((entry) => [JSON.stringify(entry), entry])).values()];
  const all = once.map((entry) => rawEntry(entry, isOurs));
  const entries = withoutDoubles(all.filter((entry) => entry !== null));
  if (entries.length === 0) {
    throw new NotRecorded(`${label} is a HAR without a single request: nothing to judge`);
  }
  const base =
    baseUrl ??
    guessBaseUrl(
      entries.map(({ url, responseHeaders }) => ({
        url,
        isJson: /json/i.test(headerValue(responseHeaders, 'Content-Type') ?? ''),
        isAnswered: responseHeaders.length > 0,
      })),
      label,
    );
  const below = entries.filter(({ url }) => targetBelow(url, base) !== null);
  if (below.length === 0) {
    throw new NotRecorded(`${label} has no request below ${base}: choose another with --base-url`);
  }
  const leftOut = new Map<string, number>();
  const leave = (reason: string, count: number) => {
    if (count > 0) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
    }
  };
  const requests = all.filter((entry) => entry !== null).length;
  leave('are duplicates', listed.length - once.length + requests - entries.length);
  leave('are no requests with a method and URL', all.length - requests);
  leave('go elsewhere', entries.length - below.length);
  const usable = below.filter((entry) => {
    const reason = reasonToLeave(entry);
    leave(reason ?? '', reason === null ? 0 : 1);
    return reason === null;
  });
  if (usable.length === 0) {
    const reasons = [...leftOut].map(([reason, count]) => `${count} ${reason}`);
    throw new NotRecorded(
      `${label} has no response of the service below ${base} to judge: of its entries ${reasons.join('; ')}`,
    );
  }
  const changedMs = firstChangeMs(entries, base);
  return traffic(usable, base, apiKey, label, { isOurs, leftOut, changedMs });
}

function parsedLog(
  text: string,
  label: string,
): { readonly log: object; readonly entries: readonly unknown[] } {
  if (isTooDeep(text)) {
    throw new NotRecorded(`${label} is not a HAR: its JSON is nested more than ${mostLevels} levels deep`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch {
    const looksCut = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
    throw new NotRecorded(
      `${label} is not JSON${looksCut ? ': it is truncated; export it again' : '; pass a HAR, or a journal.ndjson of this program'}`,
    );
  }
  const log = memberOf(value, 'log');
  const entries = memberOf(log, 'entries');
  if (typeof log !== 'object' || log === null || !Array.isArray(entries)) {
    throw new NotRecorded(
      `${label} is neither a HAR (it has no log.entries) nor a journal.ndjson of this program`,
    );
  }
  return { log, entries };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** Why an entry says nothing of the service, or `null`. */
function reasonToLeave(entry: RawEntry): string | null {
  if (Number.isNaN(entry.startedMs)) {
    return 'have no time from 2000 to 2099';
  }
  if (Number.isNaN(entry.status)) {
    return 'have a status that is no number';
  }
  if (entry.hasUnreadableFields) {
    return 'have header fields without a readable value';
  }
  if (entry.status < 200) {
    return 'have no response, and the recording does not show which side gave up';
  }
  if (entry.fromCache || entry.status === 304) {
    return 'were served from a cache of the client or by a test double';
  }
  if (entry.status === 407) {
    return 'were served by a proxy';
  }
  if (entry.responseHeaders.length === 0) {
    return 'have a response whose header fields are not recorded';
  }
  if (entry.method === 'OPTIONS') {
    return 'are CORS preflights, to which a gateway may respond';
  }
  return entry.requestBody === undefined ? 'had a body that is not recorded, or not as it was sent' : null;
}

/** The search for keys in all texts takes time for each key. */
const mostKeys = 1_000;

/**
 * `leftOut`: the reasons why entries were left out, with counts; `changedMs`: the earliest time at which other requests
 * may have changed animals, in ms since 1970.
 */
function traffic(
  entries: readonly RawEntry[],
  baseUrl: string,
  apiKey: string | null,
  file: string,
  {
    isOurs,
    leftOut,
    changedMs,
  }: { isOurs: boolean; leftOut: ReadonlyMap<string, number>; changedMs: number | null },
): RecordedTraffic {
  const keys = recordedKeys(entries, apiKey);
  if (keys.secrets.length > mostKeys) {
    throw new NotRecorded(
      `${file} holds ${keys.secrets.length.toLocaleString('en')} different keys below ${baseUrl}: the limit is ${mostKeys.toLocaleString('en')}, so judge it in parts`,
    );
  }
  const cookies = entries.flatMap(({ requestHeaders }) => headerValue(requestHeaders, 'Cookie') ?? []);
  const isSeen = keys.secrets.some(({ value }) => value === apiKey);
  // It may be anywhere but in an Authorization header.
  const stated =
    apiKey === null || isSeen ? [] : [{ value: apiKey, shownAs: '$ANIMAL_STORE_API_KEY', isValid: true }];
  const redactor = new Redactor([...keys.secrets, ...stated, ...cookieSecrets(cookies)]);
  const sent = [...entries].sort((left, right) => left.startedMs - right.startedMs);
  const firstMs = sent[0]?.startedMs ?? 0;
  const lastMs = sent.reduce(
    (last, { startedMs, durationMs }) =>
      Math.max(last, startedMs + (Number.isNaN(durationMs) ? 0 : durationMs)),
    firstMs,
  );
  const isOrdered = isEvenlyClocked(entries);
  const isTimed = isOrdered && isExactlyTimed(entries);
  const shared = { firstMs, lastMs, resolutionMs: resolutionOf(sent), redactor, shown: keys.shown };
  const connections = new Map<string, number>();
  const label = (entry: RawEntry) =>
    isOurs && labels.test(entry.credential ?? '') ? (entry.credential as CredentialLabel) : keys.label(entry);
  const exchanges = sent.map((entry, index): Exchange => {
    const target = targetBelow(entry.url, baseUrl) ?? '';
    const connection = connectionOf(entry, connections);
    return harExchange(entry, index + 1, target, connection, { ...shared, label });
  });
  return {
    source: 'har',
    baseUrl,
    startedAt: new Date(firstMs).toISOString(),
    tag: newRunTag(),
    exchanges: exchanges.sort((left, right) => left.finishedAtMs - right.finishedAtMs),
    changedAtMs: changedMs === null ? null : changedMs - firstMs,
    isTimed,
    isOrdered,
    isKeyValid: isOurs || keys.hasStatedKey,
    isKeyKnown: isOurs || keys.isMainKnown,
    areKeysRemoved: keys.areRemoved && !isOurs,
    secrets: [...keys.secrets, ...stated].filter(({ isValid }) => isValid),
    notes: [
      ...[...leftOut].map(([reason, count]) => `${count} of its entries ${reason}: left out`),
      ...(keys.areRemoved && !isOurs
        ? [
            'keys were taken out of requests, or replaced by a mask (or requests without one were served): nothing that depends on the key is judged of them',
          ]
        : []),
      ...bodiesNotRecorded(entries),
      ...(isTimed ? [] : ['its times are too coarse or uneven: what rests on them is not judged']),
      ...(isOrdered
        ? []
        : ['its clock was adjusted, so the order of its requests is unknown: animals are not followed']),
    ],
  };
}

function bodiesNotRecorded(entries: readonly RawEntry[]): string[] {
  const without = entries.filter(
    ({ method, status, responseBody }) => responseBody === null && method !== 'HEAD' && status !== 204,
  );
  return without.length === 0
    ? []
    : [`${without.length} of its responses have no body that can be read: these bodies are not judged`];
}

function connectionOf({ connection }: RawEntry, known: Map<string, number>): number {
  if (connection === '') {
    return 0;
  }
  const number = known.get(connection) ?? known.size + 1;
  known.set(connection, number);
  return number;
}

/** Long values only: a short one, such as a language, may appear anywhere. */
function cookieSecrets(cookies: readonly string[]) {
  const values = cookies
    .flatMap((cookie) => cookie.split(';'))
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .filter((value) => value.length >= 16 && !value.includes('$ANIMAL_STORE_'));
  return [...new Set(values)].slice(0, 50).map((value) => ({ value, shownAs: '…' }));
}
