import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { type JudgeOptions, judgeRecorded } from '../../src/recorded/judge-recorded.ts';
import { readHar } from '../../src/recorded/read-har.ts';
import type { Report } from '../../src/report/report.ts';
import { exchange } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

export const free = { plan: 'free', perMinute: 60, perDay: 1_000, minuteMs: 60_000, dayMs: 86_400_000 };

export async function judged(
  text: string,
  changes: Partial<JudgeOptions> = {},
  apiKey: string | null = null,
): Promise<Report> {
  rmSync(join(folder, 'journal.ndjson'), { force: true });
  return judgeRecorded(readHar(text, '"x.har"', null, apiKey), {
    plan: null,
    minuteMs: 60_000,
    dayMs: 86_400_000,
    failOn: 'must',
    reportDir: folder,
    command: 'animal-store-conformance judge x.har',
    ...changes,
  });
}

export function verdicts(report: Report): Record<string, string> {
  return Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]));
}

export const reportedBy = (report: Report) =>
  report.requirements.filter(({ findings }) => findings.length > 0).map(({ id }) => id);

export function response(status: number, body: string): NonNullable<Exchange['response']> {
  const usual = exchange(1, 'x').response;
  return {
    status,
    headers: usual?.headers ?? [],
    body,
    bodyBytes: body.length,
    utf8: true,
    secretsEchoedIn: [],
  };
}

export function error(status: number): string {
  return JSON.stringify({ code: 'unauthorized', message: 'No', status });
}

/** An exchange of a list, with these differences. */
export function listed(
  number: number,
  request: Partial<Exchange['request']>,
  answered: Exchange['response'],
): Exchange {
  const list = exchange(number, 'x');
  const startedAt = `2026-01-01T10:00:${String(number % 60).padStart(2, '0')}.100Z`;
  return { ...list, startedAt, request: { ...list.request, ...request }, response: answered };
}

export const withKey = (authorization: string) => ({
  headers: [
    ['Accept', 'application/json'],
    ['Authorization', authorization],
  ] as const,
});
