import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/report/report.ts';
import { carriedOut } from '../cli/carried-out.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** What the real command says of a service. */
export interface Verdict {
  readonly status: number | null;
  readonly report: Report;
  /** The ids that failed or were warned of. */
  readonly reported: readonly string[];
}

/** An implementation that runs, and the key that a run may use. */
interface Running {
  readonly baseUrl: string;
  readonly keys: { readonly enterprise: string };
}

/** Runs the whole suite, as shipped, against a service. */
export async function verdictOf(service: Running, options: readonly string[] = []): Promise<Verdict> {
  const folder = temporaryFolder();
  const { status } = await carriedOut(
    ['run', service.baseUrl, '--report-dir', folder, '--seed', '7', ...options],
    { folder, environment: { ANIMAL_STORE_API_KEY: service.keys.enterprise } },
  );
  const report: Report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const reported = report.requirements
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
    .map(({ id }) => id);
  return { status, report, reported };
}
