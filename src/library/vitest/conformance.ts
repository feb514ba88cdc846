import { catalogueVersion, requirements } from '../../../suites/requirements.ts';
import type { Report } from '../../report/report.ts';
import { type TestCase, testCases } from '../../report/test-cases.ts';
import type { Requirement } from '../../verdict/requirement.ts';
import { logProgress } from '../log-progress.ts';
import { readSettings } from '../read-verify-options.ts';
import { verify } from '../verify.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { refuseHindered, refuseUnfinished } from './refuse-without-verdict.ts';
import { runningVitest } from './running-vitest.ts';
import { tellCase } from './tell-case.ts';

const { afterAll, beforeAll, describe, test } = await runningVitest();

/** A value, a promise of it, or what makes it: asked when the tests begin, after `beforeAll` of the file. */
export type Later<Value> = Value | PromiseLike<Value> | (() => Value | PromiseLike<Value>);

/** As the options of `verify`; the address and the key may be known only when the server has started. */
export interface ConformanceOptions extends Omit<VerifyOptions, 'baseUrl' | 'apiKey' | 'selected'> {
  readonly baseUrl: Later<string>;
  readonly apiKey: Later<string>;
}

/** Vitest waits without end for what has this timeout. */
const noTimeout = 0;

/**
 * Registers every requirement as a test of its own, named with its id, in a `describe` that is named `conformance`. Call
 * it at the top of a test file, or within a `describe`.
 *
 * One run is made for all of them before the first, and only for those that are to run: what `-t`, `.only` or the user
 * interface leaves out is not verified, and nothing is sent for it. A requirement that is violated fails its test, with
 * what was found, expected and sent; one that was not decided is skipped, with the reason; a violated SHOULD, and what
 * the service does where the document is silent, are annotations. Where the service can't be verified at all, all of
 * them fail at once. With `reportDir` the reports are written too.
 *
 * @throws {OptionsError} for an option that is wrong.
 *
 * @example
 * ```ts
 * import { conformance } from 'animal-store-conformance/vitest';
 * import { afterAll, beforeAll } from 'vitest';
 * import { startServer } from '../src/server.js';
 *
 * let server;
 * beforeAll(async () => {
 *   server = await startServer({ port: 0 });
 * });
 * afterAll(() => server.close());
 *
 * conformance({ baseUrl: () => `http://localhost:${server.port}/v1`, apiKey: 'the key of the tests' });
 * ```
 */
export function conformance(options: ConformanceOptions): void {
  const registered = registeredIds(options);
  const cases = new Map<string, TestCase>();
  let report: Report | null = null;
  const group = describe('conformance', () => {
    beforeAll(async () => {
      const toRun = group.tasks.flatMap(({ name, mode }) =>
        mode === 'skip' || mode === 'todo' ? [] : [name],
      );
      report = await verifyChosen(options, toRun);
      refuseHindered(report);
      for (const one of testCases(report)) {
        cases.set(one.name, one);
      }
    }, noTimeout);
    const counts = ({ level, since }: Requirement) =>
      level === 'MUST' && since <= (options.catalogue ?? catalogueVersion);
    for (const requirement of requirements.filter(({ id }) => registered.includes(id))) {
      const { id } = requirement;
      const mustBeDecided = counts(requirement) && options.minDecided === 1;
      test(id, { retry: 0 }, (context) => tellCase(cases.get(id), mustBeDecided, context));
    }
    afterAll(() => {
      if (report !== null) {
        refuseUnfinished(report, [...cases.values()]);
      }
    });
  });
}

/** Looks at all options but those that are not known yet. */
function registeredIds({ baseUrl, apiKey, ...known }: ConformanceOptions): readonly string[] {
  const missing = { ...(baseUrl ? {} : { baseUrl: null }), ...(apiKey ? {} : { apiKey: null }) };
  const unknownYet = { baseUrl: 'http://localhost', apiKey: 'not known yet', ...missing };
  return readSettings({ ...known, ...unknownYet } as VerifyOptions).run.selected;
}

async function verifyChosen(options: ConformanceOptions, selected: readonly string[]): Promise<Report> {
  const { only: _, skip: __, ...others } = options;
  const baseUrl = await now(options.baseUrl);
  const apiKey = await now(options.apiKey);
  const progress = logProgress(selected, (line) => console.info(line));
  const onEvent: NonNullable<ConformanceOptions['onEvent']> = (event) => {
    progress.see(event);
    options.onEvent?.(event);
  };
  try {
    return await verify({ ...others, baseUrl, apiKey, selected, onEvent });
  } finally {
    progress.end();
  }
}

function now<Value>(later: Later<Value>): Value | PromiseLike<Value> {
  return isMaker(later) ? later() : later;
}

function isMaker<Value>(later: Later<Value>): later is () => Value | PromiseLike<Value> {
  return typeof later === 'function';
}
