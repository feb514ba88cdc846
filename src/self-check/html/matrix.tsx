import type { VNode } from 'preact';
import { requirements } from '../../../suites/requirements.ts';
import { Scroll } from '../../report/html/scroll.tsx';
import type { FaultResult, MatrixCell } from '../self-check-report.ts';

const signs = { caught: '●', also: '○', missed: '✗', stray: '!' } as const;
const words = {
  caught: 'caught',
  also: 'named as well, which is no wonder',
  missed: 'missed',
  stray: 'blamed, and not violated',
} as const;

/** The matrix fault by requirement, cut into one for each group of requirements that faults were made for. */
export function Matrices({ faults }: { faults: readonly FaultResult[] }): VNode | null {
  const names = [...new Set(faults.map(groupOf))];
  return faults.length === 0 ? null : (
    <section>
      <h2>Faults and the requirements that they violate</h2>
      <p class="note">
        ● caught, ○ named as well (the same deviation by another name), ✗ missed, ! blamed though not
        violated; on a ground of its own the requirement that the fault was made for
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
