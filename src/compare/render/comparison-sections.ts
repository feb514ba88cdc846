import type { TextEntry, TextSection } from '../../report/text-sections.ts';
import {
  type Change,
  type Changes,
  type Comparison,
  linkTo,
  type NamedReport,
  runFacts,
} from '../comparison.ts';

/** The lists of a comparison with their titles, the most important first. */
const changeLists: readonly (readonly [list: keyof Changes, title: string])[] = [
  ['broke', 'Broke'],
  ['newlyTested', 'Newly tested'],
  ['stillViolated', 'Still violated'],
  ['noLongerTested', 'No longer tested'],
  ['fixed', 'Fixed'],
];

/** The two runs of a comparison, and why they can't be compared in full. */
export function runEntries({ before, after, hindrances }: Comparison): TextEntry[] {
  return [
    runEntry('Before', before),
    runEntry('After', after),
    ...hindrances.map((text) => ({
      label: 'Careful',
      texts: [`not comparable in full: ${text}`],
      tone: 'warning' as const,
    })),
  ];
}

function runEntry(label: string, { name, page, report }: NamedReport): TextEntry {
  return { label, ids: [name], texts: [], details: [runFacts(report).join(' · ')], link: page };
}

/** The changes of a comparison, a section for each kind. */
export function changeSections({ changes, after }: Comparison): TextSection[] {
  return changeLists
    .map(([list, title]) => ({
      title,
      count: String(changes[list].length),
      entries: changes[list].map((change) => changeEntry(change, after)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function changeEntry(change: Change, later: NamedReport): TextEntry {
  const { id, level, before, after, text, newKinds } = change;
  const also = newKinds.length === 0 ? [] : [`in a new way: ${newKinds.join(', ')}`];
  return {
    ids: [id],
    texts: [`${level}  ${before === after ? after : `${before} → ${after}`}`],
    details: [...(text === '' ? [] : [text]), ...also],
    link: after === 'absent' ? null : linkTo(later, id),
    words: [after, level, id.replace(/\/.*/, '')],
  };
}
