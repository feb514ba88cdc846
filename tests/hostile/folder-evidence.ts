import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLValidator } from 'fast-xml-parser';
import type { Report } from '../../src/report/report.ts';
import { ajvOptions, schemaNamed } from '../report/closed-schema.ts';
import { foreignMarkup } from '../report/foreign-markup.ts';

/** A file of a report folder. */
export interface WrittenFile {
  readonly name: string;
  readonly text: string;
}

/** Every file of a folder and of the folders in it. */
export function readFolder(folder: string): WrittenFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { name: path.slice(folder.length + 1), text: readFileSync(path, 'utf8') };
    });
}

const validate = new Ajv2020(ajvOptions).compile(schemaNamed('report'));

/** What is wrong with the files of a report folder, whatever they say; empty where nothing is. */
export function brokenFiles(files: readonly WrittenFile[]): string[] {
  const text = (name: string) => files.find((file) => file.name === name)?.text;
  const problems: string[] = [];
  validate(JSON.parse(text('report.json') ?? 'null'));
  problems.push(
    ...(validate.errors ?? []).map((error) => `report.json${error.instancePath} ${error.message}`),
  );
  const html = text('index.html');
  const foreign = html === undefined ? 'not there' : foreignMarkup(html);
  if (foreign !== null) {
    problems.push(`index.html: ${foreign}`);
  }
  const xml = text('junit.xml') ?? '';
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) {
    problems.push(`junit.xml: ${wellFormed.err.msg}`);
  }
  if (/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) {
    problems.push('junit.xml: a character that XML does not allow');
  }
  for (const name of ['summary.md', 'junit.xml']) {
    if ((text(name) ?? '\u001b').includes('\u001b')) {
      problems.push(`${name}: not there, or an escape sequence`);
    }
  }
  for (const [index, line] of (text('journal.ndjson') ?? '{').split('\n').entries()) {
    if (line !== '' && !isJson(line)) {
      problems.push(`journal.ndjson: line ${index + 1} is no JSON`);
    }
  }
  return problems;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `report.json`. */
export function reportIn(files: readonly WrittenFile[]): Report {
  return JSON.parse(files.find(({ name }) => name === 'report.json')?.text ?? 'null');
}
