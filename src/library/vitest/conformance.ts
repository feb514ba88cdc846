import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { catalogueVersion, requirements } from '../../../suites/requirements.ts';
import { logProgress } from '../../cli/progress/run-progress.ts';
import { type TestCase, testCases } from '../../report/artifacts/test-cases.ts';
import type { Report } from '../../report/report.ts';
import type { Requirement } from '../../verdict/requirement.ts';
import { readSettings } from '../read-verify-options.ts';
import { verify } from '../verify.ts';
import type { VerifyOptions } from '../verify-options.ts';
import { ConformanceError, endTest, refuseHindered, refuseUnfinished } from './end-test.ts';

/** A value, a promise of it, or a function that returns either; called when the tests start, after `beforeAll` of the file. */
export type Later<Value> = Value | PromiseLike<Value> | (() => Value | PromiseLike<Value>);

/** The options of `verify`. The base URL and the key may be available only after the server has started. */
export interface ConformanceOptions extends Omit<VerifyOptions, 'baseUrl' | 'apiKey'> {
  readonly baseUrl: Later<string>;
  readonly apiKey: Later<string>;
}

/** The timeout for which Vitest waits indefinitely. The run has its own limit, and an annotation may be slow on a busy machine. */
const noTimeout = 0;

/**
 * Registers each requirement as a test with its id as the name, in a `describe` named `conformance`. Call it at the top
 * level of a test file, or in a `describe`.
 *
 * One run precedes the first test. It verifies only the tests to run, and sends nothing for those that `-t`, `.only` or
 * the user interface excludes. A violated requirement fails its test, with the finding, the expected value and the
 * request. An undecided one is skipped, with the reason. A violated SHOULD, and behaviour that the document leaves open,
 * are annotations. If the service can't be verified, all tests fail. `reportDir` writes the reports too.
 *
 * @throws {OptionsError} if an option is wrong.
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
      refuseSimulation();
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
      test(id, { retry: 0, timeout: noTimeout }, (context) => endTest(cases.get(id), mustBeDecided, context));
    }
    afterAll(() => {
      if (report !== null) {
        refuseUnfinished(report, [...cases.values()], registered);
      }
    });
  });
}

/** @throws {ConformanceError} where requests would wait forever, or be those of a browser. */
function refuseSimulation(): void {
  if (vi.isFakeTimers()) {
    throw new ConformanceError(
      'The timers are fake, and a run has to wait: call vi.useRealTimers() before it',
    );
  }
  if ('window' in globalThis) {
    throw new ConformanceError(
      'A simulated browser can not make this run: begin the file with // @vitest-environment node',
    );
  }
}

/** Validates all options except those that are not available yet. */
function registeredIds({ baseUrl, apiKey, ...known }: ConformanceOptions): readonly string[] {
  const missing = { ...(baseUrl ? {} : { baseUrl: null }), ...(apiKey ? {} : { apiKey: null }) };
  const unknownYet = { baseUrl: 'http://localhost', apiKey: 'not known yet', ...missing };
  return readSettings({ ...known, ...unknownYet } as VerifyOptions).run.selected;
}

async function verifyChosen(options: ConformanceOptions, selected: readonly string[]): Promise<Report> {
  const { skip: _, ...others } = options;
  const baseUrl = await now(options.baseUrl);
  const apiKey = await now(options.apiKey);
  const progress = logProgress(selected, (line) => console.info(line));
  const onEvent: NonNullable<ConformanceOptions['onEvent']> = (event) => {
    progress.see(event);
    options.onEvent?.(event);
  };
  try {
    return await verify({ ...others, baseUrl, apiKey, only: selected, onEvent });
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
