import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why a requirement is violated, or can't be decided, by its id. */
export type Reasons = Readonly<Record<string, string>>;

/** What holds for a subject, written from its source and by probes before the suite is run against it. */
export interface Truth {
  /** MUST requirements that the subject violates. */
  readonly fails: Reasons;
  /** SHOULD requirements that it violates. */
  readonly warns: Reasons;
  /** Requirements that the suite may leave undecided. */
  readonly undecided: Reasons;
  /**
   * Requirements that it violates too, and that the suite need not report: others name the same cause, or it takes a
   * request that no run sends.
   */
  readonly mayReport: Reasons;
  /**
   * Text that the finding of a violation must contain: its cause, if a suite could name a wrong one. A finding that
   * lists several possible causes is undecided.
   */
  readonly says: Reasons;
  /** How to fix a violation, at one of the requirements that share its cause, or with the same text at several. */
  readonly fix: Reasons;
}

/** A service on a real framework, or behind a real limiter library. */
export interface Subject {
  /** The name of its folder. */
  readonly name: string;
  readonly folder: string;
  readonly title: string;
  readonly kind: 'framework' | 'limiter';
  readonly language: string;
  /** Whether the gate includes it: it needs nothing but npm and what the gate installs, and no more than half a minute or so. */
  readonly gate: boolean;
  /** Commands that must be on PATH. */
  readonly needs: readonly string[];
  /** Shell command, run once in the folder. */
  readonly build: string | null;
  /** Shell command that starts the service in the folder. */
  readonly start: string;
  /** Plan of the keys that a limiter is measured with. */
  readonly plan: string;
  /** How long the minute of its limiter lasts; `null` for a subject whose limiter is not measured. */
  readonly minute: string | null;
  /** Processes that answer requests side by side. */
  readonly processes: number;
  /** Further arguments of `run`. */
  readonly run: readonly string[];
  readonly truth: Truth;
}

/** The folder `field-trials`, from `harness` and from `dist`. */
export const fieldTrials = fileURLToPath(new URL('..', import.meta.url));

/** A subject.json that is not as it should be. */
export class SubjectError extends Error {}

/**
 * All subjects, sorted by name.
 *
 * @throws {SubjectError} for a file that is missing or wrong.
 */
export function readSubjects(): Subject[] {
  const root = join(fieldTrials, 'subjects');
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'subject.json')))
    .sort()
    .map((name) => readSubject(name, join(root, name)));
}

/** For trials side by side: measurements wait for minutes to end, and twice so where a finding is confirmed. */
export function slowestFirst(subjects: readonly Subject[]): Subject[] {
  const rank = ({ minute, truth }: Subject) =>
    minute === null ? 2 : Object.keys({ ...truth.fails, ...truth.warns }).length === 0 ? 1 : 0;
  return subjects.toSorted((left, right) => rank(left) - rank(right));
}

function readSubject(name: string, folder: string): Subject {
  const file = join(folder, 'subject.json');
  const given = readObject(file);
  const kind = given['kind'];
  if (kind !== 'framework' && kind !== 'limiter') {
    throw new SubjectError(`${file}: "kind" must be "framework" or "limiter"`);
  }
  const text = (member: string, fallback?: string) => textOf(file, given, member, fallback);
  const texts = (member: string) => textsOf(file, given, member);
  return {
    name,
    folder,
    title: text('title'),
    kind,
    language: text('language'),
    gate: given['gate'] === true,
    needs: texts('needs'),
    build: text('build', '') || null,
    start: text('start'),
    plan: text('plan', 'free'),
    minute: kind === 'limiter' ? text('minute') : null,
    processes: countOf(file, given, 'processes'),
    run: texts('run'),
    truth: readTruth(file, given['truth']),
  };
}

function readTruth(file: string, given: unknown): Truth {
  if (!isObject(given)) {
    throw new SubjectError(`${file}: "truth" must be an object`);
  }
  const reasons = (member: string): Reasons => {
    const value = given[member] ?? {};
    if (!isObject(value) || !Object.values(value).every((reason) => typeof reason === 'string')) {
      throw new SubjectError(`${file}: "${member}" must be an object of strings`);
    }
    return value as Reasons;
  };
  const truth = {
    fails: reasons('fails'),
    warns: reasons('warns'),
    undecided: reasons('undecided'),
    mayReport: reasons('mayReport'),
    says: reasons('says'),
    fix: reasons('fix'),
  };
  const violated = { ...truth.fails, ...truth.warns };
  const unknown = Object.keys(truth.fix).find((id) => !Object.hasOwn(violated, id));
  if (unknown !== undefined) {
    throw new SubjectError(`${file}: "fix" names ${unknown}, which neither "fails" nor "warns" does`);
  }
  return truth;
}

function readObject(file: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SubjectError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(value)) {
    throw new SubjectError(`${file}: not a JSON object`);
  }
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(
  file: string,
  given: Readonly<Record<string, unknown>>,
  member: string,
  fallback?: string,
): string {
  const value = given[member] ?? fallback;
  if (typeof value !== 'string') {
    throw new SubjectError(`${file}: "${member}" must be a string`);
  }
  return value;
}

function countOf(file: string, given: Readonly<Record<string, unknown>>, member: string): number {
  const value = given[member] ?? 1;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw new SubjectError(`${file}: "${member}" must be a number from 1 on`);
  }
  return value;
}

function textsOf(file: string, given: Readonly<Record<string, unknown>>, member: string): string[] {
  const value = given[member] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw new SubjectError(`${file}: "${member}" must be an array of strings`);
  }
  return value;
}
