import type { VNode } from 'preact';
import { interfaceVersion } from '../../../suites/requirements.ts';
import { byCause, byReason, verdictOrder, withVerdict, wordOfVerdict } from '../by-verdict.ts';
import { smallestExample } from '../example.ts';
import { likelyOwner } from '../likely-owner.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { hindrances } from '../text-sections.ts';
import { isOfSample, toneOf, verdictSentence, verdictWord } from '../verdict-sentence.ts';
import { capitalised, counted, numberText } from '../words.ts';
import { percent } from './chart.tsx';
import type { PagePlan } from './page-plan.tsx';
import { Line, Reason, VerdictSign } from './parts.tsx';

const wrongShown = 6;
const limitsShown = 4;

/** The verdict in one sentence, its limits, and each problem in a line. */
export function VerdictBanner({ report, plan }: { report: Report; plan: PagePlan }): VNode {
  const { head, rest } = headAndRest(report);
  const tone = toneOf(report);
  const isWhole = tone === 'conformant' || tone === 'non-conformant';
  return (
    <div class={`verdict ${isWhole ? tone : 'none'}`}>
      <p class="kicker">
        Animal Store Service Interface {interfaceVersion}: conformance of{' '}
        <Line as="b" text={report.target.baseUrl} maximum={300} />
      </p>
      <h1>{head}</h1>
      <Line as="p" class="lead" text={rest} />
      {hindrances(report).map((text) => (
        <Line as="p" text={text} />
      ))}
      {isOfLoad(report) ? null : <VerdictBar report={report} />}
      <Wrong report={report} plan={plan} />
      {isOfLoad(report) || report.verdict === 'none' ? null : <Limits report={report} />}
    </div>
  );
}

/** The verdict with its limits, and what follows: `Conformant as far as it was tested`, `52 of 63 …`. */
function headAndRest(report: Report): { head: string; rest: string } {
  const sentence = verdictSentence(report);
  const colon = sentence.indexOf(': ');
  if (['failed', 'open'].includes(toneOf(report)) || isOfSample(report) || colon < 0) {
    return { head: verdictWord(report), rest: sentence };
  }
  const rest = sentence.slice(colon + 2);
  return { head: sentence.slice(0, colon), rest: capitalised(rest) };
}

function Wrong({ report, plan }: { report: Report; plan: PagePlan }): VNode | null {
  const groups = byCause(withVerdict(report, 'failed'), report);
  const shown = groups.slice(0, linesOf(groups, wrongShown));
  return groups.length === 0 ? null : (
    <ul class="wrong">
      {shown.map(({ cause, members }) => (
        <WrongLine cause={cause} members={members} plan={plan} />
      ))}
      {groups.length > shown.length ? (
        <li>
          <a href="#failed">and {numberText(groups.length - shown.length)} more</a>
        </li>
      ) : null}
    </ul>
  );
}

function WrongLine(props: {
  cause: string | null;
  members: readonly ReportRequirement[];
  plan: PagePlan;
}): VNode | null {
  const [first, ...others] = props.members;
  if (first === undefined) {
    return null;
  }
  const [finding] = first.findings;
  const example = finding === undefined ? undefined : smallestExample(finding, props.plan.exchanges);
  const owner = likelyOwner(first.id, example);
  return (
    <li>
      <VerdictSign verdict="failed" />{' '}
      <a href={`#${first.id}`}>
        <Line text={props.cause ?? finding?.message ?? first.statement} maximum={300} />
      </a>{' '}
      <span class="note">
        {first.id}
        {others.length === 0 ? '' : ` and ${counted(others.length, 'more requirement')}`}
        {owner === null ? '' : `; likely owner: ${owner.who}`}
      </span>
    </li>
  );
}

/** The number of lines to show: a single remaining one replaces the line that would count it. */
function linesOf(all: readonly unknown[], most: number): number {
  return all.length === most + 1 ? all.length : most;
}

function Limits({ report }: { report: Report }): VNode | null {
  const limits = (['skipped', 'inconclusive'] as const).flatMap((verdict) =>
    byReason(withVerdict(report, verdict).filter(({ level }) => level === 'MUST')).map((group) => ({
      ...group,
      verdict,
    })),
  );
  const shown = limits.toSorted(bySize).slice(0, linesOf(limits, limitsShown));
  return shown.length === 0 ? null : (
    <div class="limits">
      <p>Not verified:</p>
      <ul>
        {shown.map(({ reason, requirements, verdict }) => (
          <li>
            <a href={`#${verdict}`}>
              {requirements.length === 1
                ? requirements[0]?.id
                : `${requirements.length} of ${[...new Set(requirements.map(({ group }) => `${group}/*`))].join(', ')}`}
            </a>
            : <Reason text={reason} maximum={300} />
          </li>
        ))}
        {limits.length > shown.length ? (
          <li>and {counted(limits.length - shown.length, 'more reason')}</li>
        ) : null}
      </ul>
    </div>
  );
}

function bySize(
  left: { requirements: readonly unknown[] },
  right: { requirements: readonly unknown[] },
): number {
  return right.requirements.length - left.requirements.length;
}

/** A bar with the verdicts of the MUST requirements and their numbers; nothing if none was decided. */
function VerdictBar({ report }: { report: Report }): VNode | null {
  const counts = report.counts.MUST;
  const shares = verdictOrder
    .map((verdict) => ({ verdict, count: counts[verdict] }))
    .filter(({ count }) => count > 0);
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  return counts.passed + counts.failed + counts.waived === 0 ? null : (
    <div class="bar">
      <svg width="100%" height="10" aria-hidden="true">
        {shares.map(({ verdict, count }) => {
          const from = before / total;
          before += count;
          return (
            <rect class={`share ${verdict}`} x={percent(from)} width={percent(count / total)} height="10" />
          );
        })}
      </svg>
      <p>
        {total} MUST requirements:{' '}
        {shares.map(({ verdict, count }, index) => (
          <>
            {index === 0 ? '' : ', '}
            <span class="share">
              <VerdictSign verdict={verdict} /> {count} {wordOfVerdict(verdict)}
            </span>
          </>
        ))}
      </p>
    </div>
  );
}
