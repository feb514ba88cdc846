// Writes the table of docs/mutation.md from what Stryker left in reports/mutation/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { areas } from './areas.mjs';

const page = new URL('../../docs/mutation.md', import.meta.url);
const start = '<!-- table: npm run mutation -->';
const end = '<!-- end of the table -->';

/** Areas that were not run on this machine keep the row that stands there. */
export function writeTable() {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  const known = text.slice(from, to).split('\n');
  const rows = areas.map(({ title, name }) => {
    const result = new URL(`../../reports/mutation/${name}/mutation.json`, import.meta.url);
    const row = existsSync(result) ? rowOf(title, JSON.parse(readFileSync(result, 'utf8'))) : null;
    return row ?? known.find((line) => line.startsWith(`| ${title} |`)) ?? `| ${title} | | | | |`;
  });
  const head = ['| area | mutants | killed | survived | score |', '|---|---:|---:|---:|---:|'];
  const table = [...head, ...rows, totalOf(rows)].join('\n');
  writeFileSync(page, `${text.slice(0, from)}\n${table}\n${text.slice(to)}`);
}

function rowOf(title, { files }) {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const killed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length;
  const survived = statuses.filter((status) => status === 'Survived' || status === 'NoCoverage').length;
  return row(title, killed, survived);
}

function row(title, killed, survived) {
  const share = (100 * killed) / (killed + survived);
  return `| ${title} | ${killed + survived} | ${killed} | ${survived} | ${share.toFixed(1)} % |`;
}

function totalOf(rows) {
  const cells = rows.map((line) => line.split('|').map((cell) => Number(cell)));
  const sum = (column) => cells.reduce((total, line) => total + (line[column] || 0), 0);
  return row('**all**', sum(3), sum(4));
}
