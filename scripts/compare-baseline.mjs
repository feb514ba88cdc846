// Compares self-checks with tests/baseline/faults.tsv, which has the requirements that each fault was reported under:
// npm run build && node dist/src/cli/main.js self-check --effort normal --allowance ample --report-dir DIR
// node scripts/compare-baseline.mjs DIR/self-check.json…
// Exits with 1 if a fault is no longer reported under the first requirement of its row, or if one is misattributed.
// --write makes the table anew of the given self-checks, which must be whole.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { refuse } from './given-options.mjs';

const table = fileURLToPath(new URL('../tests/baseline/faults.tsv', import.meta.url));
const usage = 'node scripts/compare-baseline.mjs [--write] SELF-CHECK.JSON…';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help || positionals.length === 0) {
  refuse(usage);
}
const reports = positionals.map(readReport);
if (values.write) {
  write(reports.flatMap(rowsOf));
} else {
  process.exitCode = compare(reports) ? 0 : 1;
}

function readReport(path) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    refuse(`"${path}" can't be read as JSON: give the self-check.json of a self-check`);
  }
  if (!Array.isArray(report?.faults) || report.run?.allowance === undefined) {
    refuse(`"${path}" is no self-check.json`);
  }
  if (report.run.allowance === null) {
    refuse(`"${path}" is of keys as each fault needs them: pass --allowance ordinary or ample to self-check`);
  }
  return report;
}

/** One row for each fault of a self-check, with the requirement that it is made to violate first. */
function rowsOf({ run: { effort, allowance }, faults }) {
  return faults.map(({ name, requirement: principal, cells }) => {
    const named = ['caught', 'also'].flatMap((wanted) =>
      cells.filter(({ outcome }) => outcome === wanted).map(({ requirement }) => requirement),
    );
    const first = named.filter((requirement) => requirement === principal);
    return { fault: name, key: allowance, effort, named: [...new Set([...first, ...named])] };
  });
}

/** Rows of both keys that are alike become one, of the key `both`. */
function write(rows) {
  const lines = new Map();
  for (const { fault, key, effort, named } of rows) {
    const like = JSON.stringify([fault, effort, named]);
    lines.set(like, { fault, key: lines.has(like) ? 'both' : key, effort, named });
  }
  const text = [...lines.values()]
    .map(({ fault, key, effort, named }) => [fault, key, effort, named.join(' ')].join('\t'))
    .sort();
  writeFileSync(table, `fault\tkey\teffort\tnamed\n${text.join('\n')}\n`);
  console.log(`${text.length} rows`);
}

function readTable() {
  const [, ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [fault, key, effort, named = ''] = line.split('\t');
    return { fault, key, effort, named: named.split(' ').filter((id) => id !== '') };
  });
}

/** Prints what was lost and gained; returns whether nothing is lost or misattributed. */
function compare(made) {
  const known = readTable();
  const counts = { same: 0, lost: 0, fewer: 0, more: 0, unknown: 0 };
  for (const row of made.flatMap(rowsOf)) {
    const { fault, key, effort, named } = row;
    const before = known.find(
      (one) => one.fault === fault && one.effort === effort && (one.key === key || one.key === 'both'),
    );
    const outcome = outcomeOf(before, named);
    counts[outcome] += 1;
    if (outcome !== 'same') {
      console.log(
        `${outcome}\t${fault}\t${key}\t${effort}\t${before?.named.join(' ') ?? '-'}\t->\t${named.join(' ')}`,
      );
    }
  }
  const misattributed = made.flatMap(({ faults }) =>
    faults.flatMap(({ name, cells }) =>
      cells
        .filter(({ outcome }) => outcome === 'misattributed')
        .map(({ requirement }) => `misattributed\t${name}\t${requirement}`),
    ),
  );
  const flagged = made.flatMap(({ conforming }) =>
    conforming.filter(({ outcome }) => outcome !== 'cleared').map(({ name }) => `not cleared\t${name}`),
  );
  for (const line of [...misattributed, ...flagged]) {
    console.log(line);
  }
  console.log(
    `${Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}, ${misattributed.length} misattributed, ${flagged.length} services not cleared`,
  );
  return counts.lost + misattributed.length + flagged.length === 0;
}

function outcomeOf(before, named) {
  if (before === undefined) {
    return 'unknown';
  }
  const [first] = before.named;
  if (first !== undefined && !named.includes(first)) {
    return 'lost';
  }
  if (before.named.some((id) => !named.includes(id))) {
    return 'fewer';
  }
  return named.length > before.named.length ? 'more' : 'same';
}
