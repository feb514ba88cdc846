import type { VNode } from 'preact';
import { byCause, sinceBaseline, wordOfVerdict } from '../by-verdict.ts';
import { smallestExample } from '../example.ts';
import { contextRows } from '../finding-rows.ts';
import { markedTexts } from '../marked-texts.ts';
import type { ReportFinding, ReportRequirement } from '../report.ts';
import { usesApiKey, variablesToSet } from '../rerun.ts';
import { capitalised, counted, numberText } from '../words.ts';
import { ExchangeInShort, ExchangeLinks } from './exchange-view.tsx';
import type { Listed, PagePlan } from './page-plan.tsx';
import { Block, Line, longest, Parts, Reason, VerdictSign } from './parts.tsx';

function FindingCard(props: {
  requirement: ReportRequirement;
  plan: PagePlan;
  /** The level of its heading: cards with a common cause are below the heading of the cause. */
  level: 3 | 4;
  note?: string;
  /** Whether a card before it shows the same cause in full. */
  folded?: boolean;
}): VNode {
  const { requirement, plan, level, note = '', folded = false } = props;
  const { id, verdict, findings, reason } = requirement;
  const shown = findings.slice(0, plan.findings.get(id) ?? 0);
  const open = folded ? 0 : 1;
  return (
    <article
      class={`card ${verdict}`}
      id={id}
      data-entry={`${verdict} ${requirement.level} ${requirement.group}`}
    >
      <RequirementHead requirement={requirement} level={level} />
      {reason === undefined ? null : (
        <p>
          <Reason text={reason} />
        </p>
      )}
      {note === '' ? null : (
        <p class="note">
          <Line text={note} />.
        </p>
      )}
      {shown.slice(0, open).map((finding) => (
        <Finding requirement={requirement} finding={finding} plan={plan} />
      ))}
      {shown.slice(open).map((finding) => (
        <details class="further">
          <summary>
            <Line text={finding.message} maximum={longest.target} />{' '}
            <span class="note">
              ({numberText(finding.count)} ×{finding.waiver === undefined ? '' : ', waived'})
            </span>
          </summary>
          <Finding
            requirement={requirement}
            finding={finding}
            plan={plan}
            named={finding.message.length <= longest.target}
          />
        </details>
      ))}
      {findings.length > shown.length ? (
        <p class="note">{counted(findings.length - shown.length, 'more finding')} in report.json.</p>
      ) : null}
    </article>
  );
}

export function Finding(props: {
  requirement: ReportRequirement;
  finding: ReportFinding;
  plan: PagePlan;
  /** Whether the summary above shows its message already. */
  named?: boolean;
}): VNode {
  const { requirement, finding, plan, named = false } = props;
  const example = smallestExample(finding, plan.exchanges);
  return (
    <section class="finding">
      {named ? null : (
        <p>
          <Line as="strong" text={finding.message} />
        </p>
      )}
      <dl class="compare">
        <Compared finding={finding} />
        {contextRows(requirement, finding, plan.exchanges).map(({ label, text }) => (
          <>
            <dt>{label}</dt>
            <dd>
              <WithLinks text={text} plan={plan} />
            </dd>
          </>
        ))}
      </dl>
      {example === undefined ? null : <ExchangeInShort exchange={example} plan={plan} />}
      <Commands finding={finding} />
    </section>
  );
}

/** Expected and received, with the difference marked where both are data. */
function Compared({ finding: { expected, actual } }: { finding: ReportFinding }): VNode {
  const difference =
    Math.max(expected.length, actual.length) > longest.line ? null : markedTexts(expected, actual);
  return (
    <>
      <dt>Expected</dt>
      <dd>{difference === null ? <Line text={expected} /> : <Parts parts={difference.left} />}</dd>
      <dt>Received</dt>
      <dd class="received">
        {difference === null ? <Line text={actual} /> : <Parts parts={difference.right} />}
      </dd>
    </>
  );
}

/** A text with its exchange numbers (`#22`) as links. */
function WithLinks({ text, plan }: { text: string; plan: PagePlan }): VNode {
  return (
    <>
      {text
        .split(/#(\d+)/)
        .map((part, index) =>
          index % 2 === 1 ? <ExchangeLinks numbers={[Number(part)]} plan={plan} /> : <Line text={part} />,
        )}
    </>
  );
}

function RequirementHead(props: { requirement: ReportRequirement; level: 3 | 4 }): VNode {
  const { id, level, statement, section, verdict } = props.requirement;
  const Heading = `h${props.level}` as const;
  return (
    <>
      <Heading>
        <VerdictSign verdict={verdict} /> <a href={`#${id}`}>{id}</a>{' '}
        <span class="tag">
          {level}, {wordOfVerdict(verdict)}
        </span>
      </Heading>
      <p class="statement">
        {statement} <span class="source">{sourceText(section)}</span>
      </p>
    </>
  );
}

/** A heading of the interface document, or a standard. */
function sourceText(section: string): string {
  return /^RFC/.test(section) ? section : `Interface document, “${section}”`;
}

function Commands({ finding: { curl, rerun } }: { finding: ReportFinding }): VNode {
  const variables = variablesToSet(rerun, curl);
  return (
    <div class="commands">
      {variables === '' ? null : <p class="note">Set first: {variables}.</p>}
      {curl === null ? null : (
        <>
          <p class="note">Reproduce{usesApiKey(curl) ? ' (ANIMAL_STORE_API_KEY is the API key)' : ''}:</p>
          {curl.length > longest.curl ? (
            <p class="note">The curl command has {curl.length} characters: see report.json.</p>
          ) : (
            <Block text={curl} maximum={longest.curl} />
          )}
        </>
      )}
      <p class="note">Rerun:</p>
      <Block text={rerun} maximum={longest.curl} />
    </div>
  );
}

export function Violations({ report, requirements, plan }: Listed): VNode {
  const noteOn = ({ id }: ReportRequirement) => capitalised(sinceBaseline(id, report) ?? '');
  return (
    <>
      {byCause(requirements, report).map(({ cause, members }) =>
        cause === null ? (
          members.map((requirement) => (
            <FindingCard requirement={requirement} plan={plan} level={3} note={noteOn(requirement)} />
          ))
        ) : (
          <section class="cause" data-entries>
            <Line as="h3" text={cause} maximum={300} />
            <p class="note">Possibly one cause of {counted(members.length, 'violation')}:</p>
            {members.map((requirement, index) => (
              <FindingCard
                requirement={requirement}
                plan={plan}
                level={4}
                note={noteOn(requirement)}
                folded={index > 0}
              />
            ))}
          </section>
        ),
      )}
    </>
  );
}
