import type { VNode } from 'preact';
import type { Level, RequirementVerdict } from '../../verdict/requirement.ts';
import { counted } from '../counted.ts';
import { durationText } from '../duration-text.ts';
import { hindrances } from '../hindrances.ts';
import { isOfLoad } from '../load-report.ts';
import { numberText } from '../number-text.ts';
import type { Report } from '../report.ts';
import { failsAllTheSame, verdictSentence, verdictWord } from '../verdict-sentence.ts';
import { Block, Line } from './text.tsx';

const levels: readonly Level[] = ['MUST', 'SHOULD', 'OBSERVE'];
const verdicts: readonly RequirementVerdict[] = [
  'passed',
  'failed',
  'waived',
  'warned',
  'observed',
  'skipped',
  'inconclusive',
];

/** The verdict in one sentence, and what stood in its way. */
export function VerdictBanner({ report }: { report: Report }): VNode {
  const sentence = verdictSentence(report);
  const word = verdictWord(report);
  const rest = sentence.startsWith(word) ? sentence.slice(word.length).replace(/^:?\s*/, '') : sentence;
  return (
    <div class={`verdict ${failsAllTheSame(report) ? 'none' : report.verdict}`}>
      <h1>{word}</h1>
      <p>
        <Line text={rest.charAt(0).toUpperCase() + rest.slice(1)} />
      </p>
      {hindrances(report).map((text) => (
        <p>
          <Line text={text} />
        </p>
      ))}
    </div>
  );
}

/** Who was verified, when, by what. */
export function Facts({ report }: { report: Report }): VNode {
  const { run, tool, target, waits } = report;
  const waited = waits.count === 0 ? '' : `, ${durationText(waits.totalMs)} of it waiting`;
  return (
    <dl class="facts">
      <Fact name="Service" text={target.baseUrl} />
      <Fact name="Started" text={run.startedAt} />
      <Fact name="Took" text={`${durationText(run.durationMs)}${waited}`} />
      <Fact name="Requests" text={numberText(run.requests)} />
      {isOfLoad(report) ? (
        <Fact name="Seed" text={String(run.seed)} />
      ) : (
        <Fact name="Effort and seed" text={`${run.effort}, ${run.seed}`} />
      )}
      <Fact name="Verified by" text={`${tool.name} ${tool.version}`} />
    </dl>
  );
}

function Fact({ name, text }: { name: string; text: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Line text={text} />
      </dd>
    </div>
  );
}

/** How many requirements of each level have which verdict. */
export function CountsTable({ counts }: Report): VNode {
  const shown = verdicts.filter((verdict) => levels.some((level) => counts[level][verdict] > 0));
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Level</th>
            {shown.map((verdict) => (
              <th>{verdict}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((level) => (
            <tr>
              <td>{level}</td>
              {shown.map((verdict) => (
                <td class={emphasis(verdict, counts[level][verdict])}>{counts[level][verdict] || '·'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How the run was made: its command, and what the preflight learnt before the first check. */
export function HowItRan(report: Report): VNode {
  const { run, preflight } = report;
  const then = isOfLoad(report) ? 'load' : 'first check';
  return (
    <details>
      <summary>
        How it ran: the command, and {counted(preflight.length, 'step')} before the {then}
      </summary>
      <Block text={run.command} maximum={2_000} />
      <ul class="rows">
        {preflight.map(({ name, outcome, text }) => (
          <li class="row">
            <Line text={name} maximum={100} />
            <span class={outcome === 'problem' ? 'tag bad' : 'tag'}>{outcome}</span>
            <p>
              <Line text={text} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function emphasis(verdict: RequirementVerdict, count: number): string | undefined {
  const classes: Partial<Record<RequirementVerdict, string>> = { failed: 'bad', warned: 'warn' };
  return count === 0 ? undefined : classes[verdict];
}
