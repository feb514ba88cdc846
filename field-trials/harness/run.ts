// Runs the suite against services on real frameworks and limiter libraries, and compares what it reports with what is
// true of them. Status 1 where they differ.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { page } from './page.ts';
import { exitOnSignals } from './processes.ts';
import { resultsOf } from './results.ts';
import { fieldTrials, readSubjects, type Subject, SubjectError, slowestFirst } from './subject.ts';
import { lines, row } from './table.ts';
import { makeTrial, missingCommands, type Trial } from './trial.ts';

const usage = 'npm run field-trials [-- NAME…] [--gate] [--together N] [--list] [--write-page]';

exitOnSignals();
try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SubjectError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArguments();
  const subjects = readSubjects();
  const unknown = positionals.find((name) => !subjects.some((subject) => subject.name === name));
  if (unknown !== undefined) {
    throw new SubjectError(`"${unknown}" is not a subject. Run npm run field-trials -- --list to see them.`);
  }
  const chosen = subjects.filter(
    ({ name, gate }) => (positionals.length === 0 || positionals.includes(name)) && (gate || !values.gate),
  );
  if (values.list) {
    for (const { name, title, needs } of chosen) {
      console.log(`${name.padEnd(40)} ${title}${needs.length === 0 ? '' : ` (needs ${needs.join(', ')})`}`);
    }
    return 0;
  }
  const trials = await tryAll(chosen, Number(values.together));
  if (values['write-page']) {
    const evidence = join(fieldTrials, '..', 'evidence');
    mkdirSync(evidence, { recursive: true });
    writeFileSync(join(evidence, 'field-trials.md'), page(subjects, resultsOf(trials)));
  }
  return [...trials.values()].every(({ mismatches }) => mismatches.length === 0) ? 0 : 1;
}

function parseArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: {
        gate: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        together: { type: 'string', default: '3' },
        'write-page': { type: 'boolean', default: false },
      },
    });
    if (parsed.values.help) {
      console.log(usage);
      process.exit(0);
    }
    if (!/^[1-9]\d?$/.test(parsed.values.together)) {
      throw new SubjectError(`--together: "${parsed.values.together}" is not a number from 1 to 99`);
    }
    return parsed;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new SubjectError(`${error.message.split(/[.\n]/)[0]}. Usage: ${usage}`);
    }
    throw error;
  }
}

/** Prints each as it ends. */
async function tryAll(subjects: readonly Subject[], together: number): Promise<Map<string, Trial>> {
  const trials = new Map<string, Trial>();
  const queue = slowestFirst(subjects);
  const worker = async () => {
    for (let subject = queue.shift(); subject !== undefined; subject = queue.shift()) {
      const missing = missingCommands(subject);
      if (missing.length > 0) {
        console.log(`${subject.name.padEnd(40)} not run: needs ${missing.join(', ')}`);
        continue;
      }
      const trial = await makeTrial(subject);
      trials.set(subject.name, trial);
      console.log(row(subject, trial));
    }
  };
  console.log(lines.header);
  await Promise.all(Array.from({ length: together }, worker));
  console.log(lines.footer([...trials.values()], subjects.length));
  return trials;
}
