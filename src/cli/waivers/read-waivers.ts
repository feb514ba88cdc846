import { extname, resolve } from 'node:path';
import { visibleLine } from '../../report/words.ts';
import type { Waiver } from '../../verdict/waiver.ts';
import { readNamedText } from '../named-file.ts';
import { type Placed, parsePlacedDocument } from '../placed-document.ts';
import { DocumentError } from '../placed-value.ts';
import { type Located, quoted, suggestion, UsageError } from '../usage-error.ts';
import { readWaiverEntries } from './waiver-fields.ts';

/**
 * Reads a waivers file: YAML, or JSON where its name ends so. `schemas/waivers.schema.json` describes it.
 *
 * @param folder that a relative path starts from
 * @throws {UsageError} for the first thing that is wrong: one line that says in which line, and what to do.
 */
export function readWaivers(given: Located<string>, folder: string): readonly Waiver[] {
  const label = visibleLine(given.value);
  const text = readNamedText({
    path: resolve(folder, given.value),
    subject: `${given.label}: the waivers file ${quoted(given.value)}`,
    kind: 'waivers file',
    most: { bytes: 1_000_000, text: '1 MB' },
  });
  const format = extname(given.value).toLowerCase() === '.json' ? 'json' : 'yaml';
  return readWaiverText(text, label, format);
}

export function readWaiverText(text: string, label: string, format: 'yaml' | 'json'): readonly Waiver[] {
  const entries = entriesOf(parsed(text, label, format), label);
  return readWaiverEntries(entries, (place) => placeText(label, place));
}

function parsed(text: string, label: string, format: 'yaml' | 'json'): Placed {
  try {
    return parsePlacedDocument(text, format);
  } catch (error) {
    if (!(error instanceof DocumentError)) {
      throw error;
    }
    throw new UsageError(`${placeText(label, error.place)}: ${error.message}`);
  }
}

/** The entries below `waivers`; none if it is empty, as after the last one was removed. */
function entriesOf(document: Placed, label: string): readonly Placed[] {
  if (document.kind === 'list') {
    throw new UsageError(
      `${placeText(label, document.place)}: the list needs a name: write "waivers:" above it`,
    );
  }
  if (document.kind === 'scalar') {
    throw new UsageError(`${label}: there is no list of waivers in it: begin it with "waivers:"`);
  }
  const other = document.members.find(({ name }) => name !== 'waivers' && name !== '$schema');
  if (other !== undefined) {
    const meant = suggestion(other.name, ['waivers'], '; entries are below "waivers"');
    throw new UsageError(`${placeText(label, other.place)}: unknown member ${quoted(other.name)}${meant}`);
  }
  const list = document.members.find(({ name }) => name === 'waivers')?.value;
  if (list === undefined) {
    throw new UsageError(`${label}: there is no list of waivers in it: begin it with "waivers:"`);
  }
  if (list.kind === 'scalar' && list.value === null) {
    return [];
  }
  if (list.kind !== 'list') {
    throw new UsageError(
      `${placeText(label, list.place)}: "waivers" must be a list: begin each entry with "- requirement:"`,
    );
  }
  return list.items;
}

function placeText(label: string, place: { readonly line: number } | null): string {
  return place === null ? label : `${label}, line ${place.line}`;
}
