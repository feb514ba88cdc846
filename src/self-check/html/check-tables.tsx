import type { VNode } from 'preact';
import { durationText } from '../../report/duration-text.ts';
import { Scroll } from '../../report/html/scroll.tsx';
import { Line } from '../../report/html/text.tsx';
import { numberText } from '../../report/number-text.ts';
import type { CheckResult, ConformingResult } from '../self-check-report.ts';

/** The faults that each check detects; highlights a check that detects none. */
export function CheckTable({
  checks,
  all,
}: {
  checks: readonly CheckResult[];
  /** Whether all faults were tried: only then is a check that detects none a shortcoming. */
  all: boolean;
}): VNode | null {
  const heads = [
    'requirement',
    'level',
    'targeting faults',
    'caught',
    'faults detected',
    'detected by it alone',
  ];
  return checks.length === 0 ? null : (
    <section>
      <h2>Checks</h2>
      <Table heads={heads}>
        {checks.map(({ requirement, level, made, caught, seen, alone }) => (
          <tr>
            <td>{requirement}</td>
            <td>{level}</td>
            <td>{made || '·'}</td>
            <td class={caught < made ? 'bad' : undefined}>{caught || '·'}</td>
            <td class={all && seen === 0 ? 'warn' : undefined}>{seen}</td>
            <td>{alone || '·'}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Variants and mixtures, and the false positives of each. */
export function ConformingTable({ rows }: { rows: readonly ConformingResult[] }): VNode | null {
  return rows.length === 0 ? null : (
    <section>
      <h2>Conforming variants</h2>
      <Table heads={['service', 'outcome', 'undecided', 'requests', 'time']}>
        {rows.map(({ name, outcome, undecided, requests, durationMs }) => (
          <tr>
            <td>
              <Line text={name.replaceAll('+', ' + ')} />
            </td>
            <td class={outcome === 'cleared' ? 'good' : 'bad'}>{outcome}</td>
            <td title={undecided.map(({ requirement, reason }) => `${requirement}: ${reason}`).join('\n')}>
              {undecided.length || '·'}
            </td>
            <td>{numberText(requests)}</td>
            <td>{durationText(durationMs)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Table({ heads, children }: { heads: readonly string[]; children: VNode[] }): VNode {
  return (
    <Scroll label={heads.join(', ')}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}
