import { runRedactor, runSecrets } from '../runner/open-target.ts';
import type { RunOptions } from '../runner/run-options.ts';
import { Redactor } from '../secrets/redaction.ts';
import { secretHeaders } from './transport/secret-headers.ts';

/** Masks what must not stand in what is written of a run: its keys, and what opens something of what every request carries. */
export function lastRedactor(options: RunOptions): Redactor {
  return (options.transport?.headers ?? []).length === 0
    ? runRedactor(options)
    : new Redactor(runSecrets(options), [options.baseUrl], secretHeaders(options));
}
