// Runs the tests of a room within one process, everything evaluated anew for each mutant: a tenth of a second or
// less, where a worker of Vitest takes half a second to begin. Whether the tests are right is for `npm test` to say.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Script } from 'node:vm';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { bundledTests } from './bundled-tests.mjs';
import { declaration, failureOf } from './declared-tests.mjs';
import { chosenRoom, isTried } from './rooms.mjs';

/** Where instrumented code looks for the mutant that is to be awake. */
globalThis.__stryker__ = {};
const stryker = globalThis.__stryker__;

class InProcessRunner {
  #evaluate;
  /** Whether this process has run the tests without a mutant, whose snapshots the mutants are held to. */
  #hasSnapshots = false;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const folder = process.cwd();
    const filename = join(folder, 'mutated-tests.cjs');
    const code = await bundledTests(folder);
    const script = new Script(`(function (require, module, exports, __filename, __dirname) {${code}\n})`, {
      filename,
    });
    const require = createRequire(filename);
    // The same examples of each property for every mutant, and on every machine.
    require('fast-check').configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) });
    this.#evaluate = () => {
      const { module, ...declared } = declaration();
      const load = (name) => (name === 'vitest' ? module : require(name));
      script.runInThisContext()(load, { exports: {} }, {}, filename, folder);
      return declared;
    };
    // An error that no test waits for may be one of the mutant before: it finds nothing.
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, () => {});
    }
  }

  async dryRun() {
    stryker.activeMutant = undefined;
    stryker.mutantCoverage = { static: {}, perTest: {} };
    const tests = await this.#run(this.#evaluate(), undefined, (id) => {
      stryker.currentTestId = id;
    });
    stryker.currentTestId = undefined;
    this.#hasSnapshots = true;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, disableBail }) {
    if (!isTried(chosenRoom, activeMutant)) {
      return { status: MutantRunStatus.Error, errorMessage: 'not tried' };
    }
    if (!this.#hasSnapshots) {
      // A process that was started anew, after a mutant that never came to an end.
      await this.dryRun();
    }
    Object.assign(stryker, { hitCount: 0, hitLimit, activeMutant: undefined });
    const awake = () => {
      stryker.activeMutant = activeMutant.id;
    };
    if (mutantActivation === 'static') {
      awake();
    }
    let result;
    try {
      const declared = this.#evaluate();
      awake();
      const tests = await this.#run(declared, testFilter, () => {}, !disableBail);
      result = { status: DryRunStatus.Complete, tests };
    } catch (error) {
      // What can not even be loaded is found by every test.
      const failure = { id: 'load', name: 'load', timeSpentMs: 0, status: TestStatus.Failed };
      result = { status: DryRunStatus.Complete, tests: [{ ...failure, failureMessage: String(error) }] };
    } finally {
      stryker.activeMutant = undefined;
    }
    return toMutantRunResult(determineHitLimitReached(stryker.hitCount, hitLimit) ?? result);
  }

  async #run({ tests, afterEach }, filter, begin, bail = false) {
    const wanted = filter === undefined ? null : new Set(filter);
    const results = [];
    for (const test of tests.filter(({ id }) => wanted === null || wanted.has(id))) {
      begin(test.id);
      const start = performance.now();
      const failure = await failureOf(test, afterEach);
      const result = { id: test.id, name: test.id, timeSpentMs: performance.now() - start };
      results.push(
        failure === null
          ? { ...result, status: TestStatus.Success }
          : { ...result, status: TestStatus.Failed, failureMessage: failure },
      );
      if (failure !== null && bail) {
        break;
      }
    }
    return results;
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
