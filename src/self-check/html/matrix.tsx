import type { VNode } from 'preact';
import { requirements } from '../../../suites/requirements.ts';
import { Scroll } from '../../report/html/scroll.tsx';
import type { FaultResult, MatrixCell } from '../self-check-report.ts';

const signs = { caught: '●', also: '○', missed: '✗', misattributed: '!' } as const;
const words = {
  caught: 'caught',
  also: 'also reported: the same deviation by another name',
  missed: 'missed',
  misattributed: 'misattributed: reported, but not violated',
} as const;

/** The matrix of faults by requirement, split by the group of the targeted requirement. */
export function Matrices({ faults }: { faults: readonly FaultResult[] }): VNode | null {
  const names = [...new Set(faults.map(groupOf))];
  return faults.length === 0 ? null : (
    <section>
      <h2>Faults and the requirements that they violate</h2>
      <p class="note">
        ● caught, ○ also reported (the same deviation by another name), ✗ missed, ! misattributed; the
        targeted requirement is highlighted
      </p>
      {names.map((name) => (
        <Group name={name} rows={faults.filter((fault) => groupOf(fault) === name)} />
      ))}
    </section>
  );
}

function groupOf({ requirement }: FaultResult): string {
  return requirement.split('/')[0] ?? requirement;
}

function Group({ name, rows }: { name: string; rows: readonly FaultResult[] }): VNode {
  return (
    <details open>
      <summary>
        {name}: {rows.filter(({ outcome }) => outcome === 'caught').length} of {rows.length} caught
      </summary>
      <Matrix rows={rows} />
    </details>
  );
}

function Matrix({ rows }: { rows: readonly FaultResult[] }): VNode {
  const touched = new Set(
    rows.flatMap(({ requirement, cells }) => [requirement, ...cells.map((cell) => cell.requirement)]),
  );
  const columns = requirements.map(({ id }) => id).filter((id) => touched.has(id));
  return (
    <Scroll label="Faults and the requirements that they violate">
      <table class="matrix">
        <thead>
          <tr>
            <th>fault</th>
            {columns.map((id) => (
              <th class="column">
                <span>{id}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th class="fault" scope="row" title={row.description}>
                {row.name}
              </th>
              {columns.map((id) => (
                <Cell row={row} id={id} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Cell({ row, id }: { row: FaultResult; id: string }): VNode {
  const cell = row.cells.find(({ requirement }) => requirement === id);
  if (cell === undefined) {
    return <td>{row.requirement === id ? '?' : ''}</td>;
  }
  return (
    <td class={classOf(row, cell)} title={`${words[cell.outcome]}: ${id}: ${cell.said}`}>
      {signs[cell.outcome]}
    </td>
  );
}

function classOf({ requirement }: FaultResult, cell: MatrixCell): string {
  return cell.outcome === 'caught' && cell.requirement === requirement ? 'principal' : cell.outcome;
}
