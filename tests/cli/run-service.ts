import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import type { Report } from '../../src/report/report.ts';
import type { Ended } from '../end-of.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { carriedOut } from './carried-out.ts';

/** The folder of one test, in which the command runs; removed after it. */
export let folder = '';
const closing: (() => Promise<unknown>)[] = [];

/** Gives each test of the file a folder, and closes its services. Called by each file: several share this module. */
export function inOwnFolders(): void {
  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
}

interface Seen {
  readonly method: string;
  readonly path: string;
  status: number;
}

export interface Service extends RunningImplementation {
  readonly seen: readonly Seen[];
}

/** Enough for several runs, and too little for the hundreds of further cases of an ample allowance. */
const plans = { enterprise: { perMinute: 2_000, perDay: 1_000_000 } };

/** The reference implementation, and what it was asked. */
export async function startService(options: ReferenceImplementationOptions = {}): Promise<Service> {
  const seen: Seen[] = [];
  const service = await startReferenceImplementation({
    plans,
    ...options,
    decorate: (parts) => {
      const decorated = options.decorate?.(parts) ?? parts;
      return {
        ...decorated,
        handle: async (request, all) => {
          const record = { method: request.method, path: request.path.join('/'), status: 0 };
          seen.push(record);
          const answer = await decorated.handle(request, all);
          record.status = answer.status;
          return answer;
        },
      };
    },
  });
  closing.push(() => service.close());
  return { ...service, seen };
}

export function run(baseUrl: string, key: string, ...options: string[]): Promise<Ended> {
  return carriedOut(['run', baseUrl, '--report-dir', 'out', ...options], {
    folder,
    environment: { ANIMAL_STORE_API_KEY: key },
  });
}

export function readReport(reportFolder = 'out'): Report {
  return JSON.parse(readFileSync(join(folder, reportFolder, 'report.json'), 'utf8'));
}

export function verdictOf(id: string): string | undefined {
  return readReport().requirements.find((requirement) => requirement.id === id)?.verdict;
}
