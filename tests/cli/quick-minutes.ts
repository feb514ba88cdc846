import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import type { Ended } from '../end-of.ts';
import { carriedOut } from './carried-out.ts';
import { folder, readReport, type Service, startService } from './run-service.ts';

/**
 * How long the minute is that is measured, one attempt after the other: where the machine stands still meanwhile,
 * a measurement may leave open what a longer minute decides.
 */
const minutesMs = [2_500, 5_000, 10_000, 20_000];
const [shortestMs = 0] = minutesMs;

/** The reference implementation with quick minutes. */
export function startQuickService(
  changes: Parameters<typeof startService>[0] = {},
  minuteMs = shortestMs,
): Promise<Service> {
  return startService({ minuteMs, dayMs: 24 * 60 * minuteMs, ...changes });
}

export function quick(minuteMs = shortestMs): string[] {
  return ['--minute', `${minuteMs}ms`, '--seed', '7'];
}

export function measure(service: Service, options: readonly string[], minuteMs = shortestMs): Promise<Ended> {
  return carriedOut(['run', service.baseUrl, '--report-dir', 'out', ...quick(minuteMs), ...options], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise },
  });
}

/**
 * Makes attempts until one decides what is due, or all are made; resolves with the last one. However long the machine
 * stood still, none reports more than the service did.
 */
export async function untilDecided<Attempt extends Ended>(
  attempt: (minuteMs: number) => Promise<Attempt>,
  isDecided: (report: Report) => boolean,
  due: readonly string[] = [],
): Promise<Attempt> {
  for (const [number, minuteMs] of minutesMs.entries()) {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    const made = await attempt(minuteMs);
    expect(existsSync(join(folder, 'out', 'report.json')), made.output + made.messages).toBe(true);
    const report = readReport();
    expect(report.internalErrors).toEqual([]);
    expect(failedIn(report).filter((id) => !due.includes(id))).toEqual([]);
    if (isDecided(report) || number === minutesMs.length - 1) {
      return made;
    }
  }
  throw new Error('no attempt was made');
}

export function failedIn(report: Report): string[] {
  return report.requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
}

/** Whether all of these requirements are decided; of all requirements, without a list. */
export function decides(...ids: readonly string[]): (report: Report) => boolean {
  return ({ requirements }) =>
    requirements.every(
      ({ id, verdict }) => verdict !== 'inconclusive' || (ids.length > 0 && !ids.includes(id)),
    );
}
