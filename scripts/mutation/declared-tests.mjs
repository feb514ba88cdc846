// What test files import as `vitest` where mutants run: it declares tests in the same words, to be run again and
// again within one process. Snapshots hold what the tests without a mutant came to.
import { createRequire } from 'node:module';
import { format, inspect } from 'node:util';

const vitest = createRequire(createRequire(import.meta.url).resolve('vitest/package.json'));
const { ASYMMETRIC_MATCHERS_OBJECT, chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend, setState } =
  await import(vitest.resolve('@vitest/expect'));

/** By test and place in it, what snapshots were of. */
const snapshots = new Map();
/** The test under way. */
const current = { id: '', snapshots: 0, finished: [] };

function matchSnapshot() {
  const text = inspect(this._obj, { depth: null, maxArrayLength: null, maxStringLength: null });
  const place = `${current.id} ${current.snapshots++}`;
  const known = snapshots.get(place) ?? text;
  snapshots.set(place, known);
  this.assert(text === known, 'expected the snapshot to match', 'expected it not to', known, text);
}

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
chai.use((_chai, { addMethod }) => {
  addMethod(chai.Assertion.prototype, 'toMatchSnapshot', matchSnapshot);
  addMethod(chai.Assertion.prototype, 'toMatchInlineSnapshot', matchSnapshot);
});

const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);
Object.assign(expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
setState({ assertionCalls: 0, isExpectingAssertions: false }, expect);

/** Collects what a bundle of test files declares: `module` is what they import, `tests` and `afterEach` fill up. */
export function declaration() {
  const tests = [];
  const afterEach = [];
  const ids = new Map();
  let suites = [];
  const declare = (name, run) => {
    const text = [...suites, name].join(' > ');
    const times = (ids.get(text) ?? 0) + 1;
    ids.set(text, times);
    tests.push({ id: times === 1 ? text : `${text} (${times})`, run });
  };
  const describe = (name, body) => {
    suites = [...suites, name];
    body();
    suites = suites.slice(0, -1);
  };
  const it = withEach(declare);
  const module = {
    describe: withEach(describe),
    it,
    test: it,
    expect,
    afterEach: (hook) => afterEach.push(hook),
    onTestFinished: (hook) => current.finished.unshift(hook),
  };
  return { module, tests, afterEach };
}

function withEach(declare) {
  const each = (table) => (name, body) => {
    for (const row of table) {
      const values = Array.isArray(row) ? row : [row];
      // No more than it has places for: the stack of an error, put behind it, is another one for each mutant.
      const named = values.slice(0, name.match(/%[a-zA-Z]/g)?.length ?? 0);
      declare(format(name, ...named.map((value) => (typeof value === 'function' ? value.name : value))), () =>
        body(...values),
      );
    }
  };
  return Object.assign((name, body) => declare(name, body), { each });
}

/** Runs a test and what is to be done after it; resolves with why it fails, or `null`. */
export async function failureOf(test, hooks) {
  Object.assign(current, { id: test.id, snapshots: 0, finished: [] });
  let failure = null;
  const carryOut = async (steps) => {
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        failure ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
      }
    }
  };
  await carryOut([test.run, ...hooks]);
  await carryOut(current.finished);
  return failure;
}
