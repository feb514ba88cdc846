import type { VNode } from 'preact';
import { Table } from '../../report/html/parts.tsx';
import type { Level } from '../../verdict/requirement.ts';
import { type ComparedVerdict, verdictName, verdictSigns } from '../matrix.ts';

/** A requirement and its verdict in each column. */
export interface GridRow {
  readonly id: string;
  readonly level: Level;
  readonly verdicts: readonly ComparedVerdict[];
  readonly isBold: boolean;
  /** Its anchor, and the words for the page's filter. */
  readonly anchor: { readonly id: string; readonly words: readonly string[] };
}

/** A report: its verdicts are in one column. */
export interface GridColumn {
  readonly head: VNode;
  /** The link to its page, or `null`. */
  readonly page: string | null;
}

interface GridProps {
  readonly label: string;
  /** Additional class names. */
  readonly style?: string;
  readonly columns: readonly GridColumn[];
  /** A row above all others. */
  readonly first?: VNode;
  readonly rows: readonly GridRow[];
}

/** Requirements by report; each cell leads to the requirement on the page of that report. */
export function VerdictGrid({ label, style = '', columns, first, rows }: GridProps): VNode {
  return (
    <Table
      label={label}
      style={`implementations ${style}`.trim()}
      columns={['Requirement', ...columns.map(({ head }) => head)]}
    >
      <tbody>
        {first}
        {rows.map((row) => (
          <Row row={row} columns={columns} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row, columns }: { row: GridRow; columns: readonly GridColumn[] }): VNode {
  const { id, level, isBold, anchor, verdicts } = row;
  return (
    <tr id={anchor.id} data-entry={[...new Set(anchor.words)].join(' ')}>
      <th scope="row">
        {isBold ? <strong>{id}</strong> : id} <span class="tag">{level}</span>
      </th>
      {columns.map(({ page }, index) => (
        <VerdictCell verdict={verdicts[index] ?? 'absent'} link={page === null ? null : `${page}#${id}`} />
      ))}
    </tr>
  );
}

const looks: Readonly<Partial<Record<ComparedVerdict, string>>> = {
  passed: 'good',
  failed: 'bad',
  warned: 'warn',
  waived: 'warn',
};

function VerdictCell({ verdict, link }: { verdict: ComparedVerdict; link: string | null }): VNode {
  if (verdict === 'absent') {
    return <td />;
  }
  const word = verdictName(verdict);
  return (
    <td class={looks[verdict] ?? 'note'} title={word}>
      <Sign sign={verdictSigns[verdict]} word={word} link={link} />
    </td>
  );
}

/** A sign with its word as an accessible name. */
export function Sign({ sign, word, link }: { sign: string; word: string; link: string | null }): VNode {
  return link === null ? (
    <span role="img" aria-label={word}>
      {sign}
    </span>
  ) : (
    <a href={link} aria-label={word}>
      {sign}
    </a>
  );
}

/** Sticky ids, and columns of the same width in all tables. */
export const verdictGridStyle = `
.made td { white-space: nowrap; }
.implementations th, .implementations td { width: 1.625rem; min-width: 1.5rem; padding: 0.1875rem 0; text-align: center; }
.implementations th:first-child { position: sticky; left: 0; z-index: 1; width: 9rem; min-width: 9rem; max-width: 9rem; padding-right: 0.25rem; background: var(--ground); text-align: left; overflow-wrap: anywhere; }
.implementations thead th { vertical-align: bottom; }
.upright { display: inline-block; max-height: 9rem; overflow: hidden; line-height: 1.25; text-overflow: ellipsis; white-space: nowrap; writing-mode: vertical-rl; transform: rotate(180deg); }
.implementations td { position: relative; font-size: 1rem; line-height: 1.25; }
.implementations td a { display: block; color: inherit; text-decoration: none; }
.implementations tbody tr:hover > * { background: var(--code); }
@media (min-width: 40rem) {
  .implementations th:first-child { width: 21rem; min-width: 21rem; max-width: 21rem; }
  .implementations th, .implementations td { width: 2.25rem; min-width: 1.75rem; }
}
`;
