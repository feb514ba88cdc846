import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defaultPlanLimits, type ReferenceImplementationOptions } from '../../reference-impl/index.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { folder, inOwnFolders, readReport, run, startService } from './run-service.ts';

inOwnFolders();

/**
 * What a run sent, in the order of sending: each request as one text, without what marks this run. An id that the
 * service gave is called by the name of its animal, since of requests at once it is served first that comes first.
 */
async function sentBy(options: ReferenceImplementationOptions, seed: number): Promise<string[]> {
  // Below 3,000 requests per minute, how quickly the service responds does not decide how many cases are sent.
  const plans = { ...defaultPlanLimits, enterprise: { perMinute: 2_999, perDay: 100_000 } };
  const service = await startService({ plans, ...options });
  const { status, output, messages } = await run(
    service.baseUrl,
    service.keys.enterprise,
    '--seed',
    `${seed}`,
  );
  expect(status, output + messages).toBe(0);
  const { tag } = readReport().run;
  const events: RunEvent[] = readFileSync(join(folder, 'out', 'journal.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const exchanges = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []));
  const nameOf = new Map(
    events.flatMap((event) => (event.type === 'animal-created' ? [[event.id, event.name] as const] : [])),
  );
  return exchanges
    .sort((left, right) => left.number - right.number)
    .map(({ check, request: { method, target, headers, body } }) => {
      const fields = headers.map(([name, value]) => `${name}: ${value}`);
      return (
        [`${check}: ${method} ${target}`, ...fields, body ?? '(no body)']
          .join('\n')
          .replace(/(?<=\/pets\/|"id":)\d+/g, (id) => nameOf.get(id) ?? id)
          .replaceAll(tag, 'TAG')
          .replaceAll(digitsOf(tag), 'DIGITS')
          // One body is in UTF-16.
          .replaceAll([...tag].join('\0'), 'TAG')
          .replaceAll(new URL(service.baseUrl).host, 'HOST')
          .replace(/^(traceparent: 00-)[0-9a-f]{32}/m, '$1TRACE')
      );
    });
}

/** The tag in a name of digits. */
function digitsOf(tag: string): string {
  return tag.replace(/\D/g, (letter) => `${letter.charCodeAt(0) % 10}`);
}

/** Answers after 0 to 12 ms, another time each request, so that answers overtake one another. */
function unevenly(): ReferenceImplementationOptions {
  let count = 0;
  return {
    decorate: (parts) => ({
      ...parts,
      handle: async (request, all) => {
        count += 1;
        await setTimeout((count * 7) % 13);
        return parts.handle(request, all);
      },
    }),
  };
}

test('the same seed sends the same requests, byte for byte, however long each answer takes', async () => {
  const seed = 20_261_121;
  const sent = await sentBy({}, seed);
  expect(sent.length).toBeGreaterThan(200);
  const again = await sentBy(unevenly(), seed);
  const differing = sent.findIndex((request, index) => request !== again[index]);
  expect(again[differing]).toBe(sent[differing]);
  expect(again).toHaveLength(sent.length);
});
