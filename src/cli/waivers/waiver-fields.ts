import { requirements } from '../../../suites/requirements.ts';
import type { Operation } from '../../exchange/exchange.ts';
import type { Waiver } from '../../verdict/waiver.ts';
import { parseBaseUrl } from '../parse/base-url.ts';
import type { Place, Placed } from '../placed-document.ts';
import { quoted, suggestion, UsageError } from '../usage-error.ts';

const operations: readonly Operation[] = ['listPets', 'createPet', 'getPet'];
const names = ['requirement', 'operation', 'target', 'reason', 'owner', 'link', 'expires'] as const;
type Name = (typeof names)[number];

/** A longer reason is not readable; a link or an address may be long. */
const longest: Readonly<Record<Name, number>> = {
  requirement: 100,
  operation: 100,
  target: 2_000,
  reason: 2_000,
  owner: 200,
  link: 2_000,
  expires: 100,
};

interface Field {
  readonly text: string;
  readonly place: string;
}

/**
 * Reads the entries of a list.
 *
 * @param placeText returns the position of an entry or its member for errors; the index is that of the entry
 * @throws {UsageError} for the first thing that is wrong with one of them, and for one that is there twice.
 */
export function readWaiverEntries(
  entries: readonly Placed[],
  placeText: (place: Place | null, index: number) => string,
): readonly Waiver[] {
  const waivers: Waiver[] = [];
  for (const [index, entry] of entries.entries()) {
    const waiver = readEntry(entry, (place) => placeText(place, index));
    refuseRepeated(waiver, waivers);
    waivers.push(waiver);
  }
  return waivers;
}

function refuseRepeated(waiver: Waiver, before: readonly Waiver[]): void {
  const same = before.find(
    ({ requirement, operation, target }) =>
      requirement === waiver.requirement && operation === waiver.operation && target === waiver.target,
  );
  if (same !== undefined) {
    throw new UsageError(
      `${waiver.source}: ${waiver.requirement} is waived already, in ${same.source}; omit one of them`,
    );
  }
}

function readEntry(entry: Placed, placeText: (place: Place | null) => string): Waiver {
  const source = placeText(entry.place);
  const fields = fieldsOf(entry, placeText);
  const need = (name: keyof typeof whatToWrite): Field => {
    const field = fields.get(name);
    if (field === undefined) {
      throw new UsageError(`${source}: this entry has no "${name}": ${whatToWrite[name]}`);
    }
    return field;
  };
  const optional = <Value>(name: Name, read: (field: Field) => Value): Value | null => {
    const field = fields.get(name);
    return field === undefined ? null : read(field);
  };
  const [requirement, reason, expires] = [need('requirement'), need('reason'), need('expires')];
  return {
    requirement: requirementOf(requirement),
    operation: optional('operation', operationOf),
    target: optional('target', targetOf),
    reason: reasonOf(reason),
    owner: optional('owner', ({ text }) => text),
    link: optional('link', linkOf),
    expires: dayOf(expires),
    source,
  };
}

const whatToWrite = {
  requirement: 'name the requirement that is violated',
  reason: 'say why the failure is accepted',
  expires: 'name the last day on which it is, e.g. expires: 2026-12-31',
};

function fieldsOf(entry: Placed, placeText: (place: Place | null) => string): Map<Name, Field> {
  if (entry.kind !== 'object') {
    throw new UsageError(
      `${placeText(entry.place)}: an entry is an object: write "- requirement:" and what else it needs`,
    );
  }
  const fields = new Map<Name, Field>();
  for (const member of entry.members) {
    const place = placeText(member.place);
    const name = names.find((known) => known === member.name);
    if (name === undefined) {
      const meant = suggestion(member.name, names, `; there are ${names.join(', ')}`);
      throw new UsageError(`${place}: unknown member ${quoted(member.name)} of an entry${meant}`);
    }
    fields.set(name, { text: textOf(member.value, name, place), place });
  }
  return fields;
}

function textOf(value: Placed, name: Name, place: string): string {
  const empty = value.kind === 'scalar' && (value.value === null || String(value.value).trim() === '');
  if (empty) {
    throw new UsageError(
      name === 'reason' ? unfilled(place) : `${place}: "${name}" is empty: fill it in or leave it out`,
    );
  }
  if (value.kind !== 'scalar' || typeof value.value !== 'string') {
    throw new UsageError(
      `${place}: "${name}" must be text${value.kind === 'scalar' ? ': put it into quotes' : ''}`,
    );
  }
  const text = value.value.trim();
  if (text.length > longest[name]) {
    throw new UsageError(`${place}: "${name}" is longer than ${longest[name]} characters; shorten it`);
  }
  return text;
}

function requirementOf({ text, place }: Field): string {
  const known = requirements.find(({ id }) => id === text);
  if (known === undefined) {
    const ids = requirements.map(({ id }) => id);
    const several = /[*?,\s]/.test(text) ? '; an entry is for one requirement' : undefined;
    const meant = several ?? suggestion(text, ids, '; see "animal-store-conformance requirements"');
    throw new UsageError(`${place}: unknown requirement ${quoted(text)}${meant}`);
  }
  if (known.level === 'OBSERVE') {
    throw new UsageError(
      `${place}: ${text} can't fail, since the document leaves it open; take the entry away`,
    );
  }
  return text;
}

function operationOf({ text, place }: Field): Operation {
  const known = operations.find((operation) => operation === text);
  if (known === undefined) {
    const meant = suggestion(text, operations, `; there are ${operations.join(', ')}`);
    throw new UsageError(`${place}: unknown operation ${quoted(text)}${meant}`);
  }
  return known;
}

/** A base URL as the command line takes it; with a `*` in it, what such an address may be like. */
function targetOf({ text, place }: Field): string {
  if (!text.includes('*')) {
    return parseBaseUrl({ value: text, label: `${place}, "target"` });
  }
  if (!/^(?:\*|https?:\/\/)[^\s?#]*$/.test(text)) {
    throw new UsageError(`${place}: "target" is no base URL: write e.g. https://*.staging.example.com/v1`);
  }
  return text;
}

/** The placeholder for a missing reason. */
const placeholder = /^(?:(?:to ?do|tbd|fix ?me|xxx|reason|why|n\/?a|none)\b[\s:.…!?]*|[^\p{L}]*)$/iu;

function reasonOf({ text, place }: Field): string {
  if (placeholder.test(text) || /^(?:todo|tbd|fixme)\b/i.test(text)) {
    throw new UsageError(unfilled(place));
  }
  return text;
}

function unfilled(place: string): string {
  return `${place}: the reason is not filled in: say why the failure is accepted`;
}

function linkOf({ text, place }: Field): string {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) {
    throw new UsageError(
      `${place}: "link" is not a URL: write it in full, e.g. https://tracker.example.com/42`,
    );
  }
  return text;
}

function dayOf({ text, place }: Field): string {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== text) {
    throw new UsageError(
      `${place}: "expires" is no day: write it as 2026-12-31 (the last day that it holds, UTC)`,
    );
  }
  return text;
}
