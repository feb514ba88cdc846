import type { SoughtSecret } from '../artifact-scan/secret-search.ts';
import { runSecrets } from '../runner/open-target.ts';
import type { RunOptions } from '../runner/run-options.ts';
import { soughtHeaders } from './transport/sought-headers.ts';

/** What must not stand in what is written of a run: its keys, and what opens something of what every request carries. */
export function soughtSecrets(options: RunOptions): SoughtSecret[] {
  return [...runSecrets(options), ...soughtHeaders(options)];
}
