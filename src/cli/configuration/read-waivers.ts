import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { requirements } from '../../../suites/requirements.ts';
import type { Operation } from '../../exchange/exchange.ts';
import { packageRoot } from '../../package-root.ts';
import { visibleLine } from '../../report/words.ts';
import type { Waiver } from '../../verdict/known-failures.ts';
import { baseUrl } from '../options/service-values.ts';
import { readNamedText } from '../report-files/named-file.ts';
import { type Located, quoted, readLocated, requireThat, suggestion, UsageError } from '../usage-error.ts';
import { CheckedDocument } from './checked-document.ts';
import { documentSchema, type Path } from './document-schema.ts';

/** A waiver as it is written, in a file or by a program: an entry of `schemas/waivers.schema.json`. */
export interface GivenWaiver {
  readonly requirement: string;
  readonly operation?: Operation | null | undefined;
  readonly target?: string | null | undefined;
  readonly reason: string;
  readonly owner?: string | null | undefined;
  readonly link?: string | null | undefined;
  readonly expires: string;
}

interface WrittenWaivers {
  readonly waivers: readonly GivenWaiver[] | null;
}

const waiversDocument = documentSchema(
  () => JSON.parse(readFileSync(join(packageRoot(), 'schemas', 'waivers.schema.json'), 'utf8')),
  'member',
  '; see schemas/waivers.schema.json',
);

/**
 * Reads a waivers file in YAML or JSON.
 *
 * @param folder that a relative path starts from
 * @throws {UsageError} for the first error: one line with its position and the fix.
 */
export function readWaivers(given: Located<string>, folder: string): readonly Waiver[] {
  const subject = `${given.label}: the waivers file ${quoted(given.value)}`;
  return readWaiverText(readNamedText(resolve(folder, given.value), subject), visibleLine(given.value));
}

/** The waivers in the text of a file. @param label its name, for errors @throws {UsageError} as above. */
export function readWaiverText(text: string, label: string): readonly Waiver[] {
  const document = new CheckedDocument(text, label, waiversDocument);
  return waiversOf(
    document.content as WrittenWaivers,
    (path) => document.placeText(document.placeOf(path)),
    (path) => `${label}, line ${document.placeOf(path).line}`,
  );
}

/** The waivers of a program, where `null` is nothing. @throws {UsageError} for the first error, with its path. */
export function givenWaiversOf(waivers: readonly unknown[]): readonly Waiver[] {
  const written = { waivers: waivers.map(withoutNull) };
  const complaint = waiversDocument(written);
  if (complaint !== null) {
    throw new UsageError(complaint.text);
  }
  const placeOf = ([, index]: Path): string => `waivers[${index}]`;
  return waiversOf(written as WrittenWaivers, placeOf, placeOf);
}

function withoutNull(waiver: unknown): unknown {
  return typeof waiver === 'object' && waiver !== null && !Array.isArray(waiver)
    ? Object.fromEntries(Object.entries(waiver).filter(([, value]) => value !== null))
    : waiver;
}

function waiversOf(
  { waivers }: WrittenWaivers,
  placeOf: (path: Path) => string,
  sourceOf: (path: Path) => string,
): readonly Waiver[] {
  const read: Waiver[] = [];
  for (const [index, written] of (waivers ?? []).entries()) {
    const waiver = {
      requirement: written.requirement,
      operation: written.operation ?? null,
      target: targetOf(written.target ?? undefined, placeOf(['waivers', index, 'target'])),
      reason: written.reason.trim(),
      owner: written.owner?.trim() ?? null,
      link: written.link ?? null,
      expires: written.expires,
      source: sourceOf(['waivers', index]),
    };
    for (const [member, isRight, problem] of requirementsOf(waiver, read)) {
      requireThat(isRight, `${placeOf(['waivers', index, member])}: ${problem}`);
    }
    read.push(waiver);
  }
  return read;
}

/** The placeholder for a missing reason. */
const placeholder = /^(?:to ?do|tbd|fix ?me|xxx|reason|why|n\/?a|none)\b[\s:.…!?]*$|^(?:todo|tbd|fixme)\b/iu;

/** The rules for a waiver in order: its member, whether the rule holds, and the error otherwise. */
function requirementsOf(waiver: Waiver, others: readonly Waiver[]) {
  const { requirement, operation, target, reason, link } = waiver;
  const known = requirements.find(({ id }) => id === requirement);
  const ids = requirements.map(({ id }) => id);
  const meant = suggestion(requirement, ids, '; see "animal-store-conformance requirements"');
  const same = others.find(
    (other) => other.requirement === requirement && other.operation === operation && other.target === target,
  );
  return [
    ['requirement', known !== undefined, `unknown requirement ${quoted(requirement)}${meant}`],
    [
      'requirement',
      known?.level !== 'OBSERVE',
      `${requirement} can't fail, since the document leaves it open; take the entry away`,
    ],
    ['reason', !placeholder.test(reason), 'the reason is not filled in: say why the failure is accepted'],
    ['link', link === null || URL.canParse(link), 'this is not a URL: write it in full'],
    [
      'requirement',
      same === undefined,
      `${requirement} is waived already, in ${same?.source}; omit one of them`,
    ],
  ] as const;
}

/** A base URL, or a pattern of base URLs with `*`. */
function targetOf(text: string | undefined, place: string): string | null {
  if (text === undefined) {
    return null;
  }
  if (!text.includes('*')) {
    return readLocated({ value: text, label: `${place}, "target"` }, baseUrl.parse);
  }
  requireThat(
    /^(?:\*|https?:\/\/)[^\s?#]*$/.test(text),
    `${place}: this is no base URL: write e.g. https://*.staging.example.com/v1`,
  );
  return text;
}
