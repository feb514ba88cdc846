import type { VNode } from 'preact';
import { sinceBaseline } from '../baseline-texts.ts';
import { byEarliest } from '../by-earliest.ts';
import { capitalised } from '../capitalised.ts';
import { counted } from '../counted.ts';
import type { Report, ReportRequirement } from '../report.ts';
import { FindingCard } from './finding-card.tsx';
import type { PagePlan } from './page-plan.ts';
import { Line } from './text.tsx';

/** Requirements that are shown together. */
interface Group {
  /** What they have in common, or `null` for one alone. */
  readonly cause: string | null;
  readonly members: readonly ReportRequirement[];
}

/** What is violated, as cards; those that likely have one cause stand together. */
export function Violations(props: {
  anchor: string;
  title: string;
  report: Report;
  requirements: readonly ReportRequirement[];
  plan: PagePlan;
}): VNode | null {
  const { anchor, title, report, requirements, plan } = props;
  const noteOn = ({ id }: ReportRequirement) => capitalised(sinceBaseline(id, report) ?? '');
  return requirements.length === 0 ? null : (
    <section id={anchor} data-entries>
      <h2>
        {title} <span class="count">{requirements.length}</span>
      </h2>
      {grouped(requirements, report).map(({ cause, members }) =>
        cause === null ? (
          members.map((requirement) => (
            <FindingCard requirement={requirement} plan={plan} level={3} note={noteOn(requirement)} />
          ))
        ) : (
          <section class="cause" data-entries>
            <h3>
              <Line text={cause} maximum={300} />
            </h3>
            <p class="note">Likely one cause of {counted(members.length, 'violation')}:</p>
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
    </section>
  );
}

/** In the order in which the run first saw them, those with one cause where the first of them stands. */
export function grouped(requirements: readonly ReportRequirement[], { causes }: Report): Group[] {
  const groups = new Map<string, { cause: string | null; members: ReportRequirement[] }>();
  for (const requirement of byEarliest(requirements)) {
    const index = causes.findIndex((cause) => cause.requirements.includes(requirement.id));
    const group = groups.get(index < 0 ? requirement.id : `cause ${index}`);
    if (group === undefined) {
      groups.set(index < 0 ? requirement.id : `cause ${index}`, {
        cause: causes[index]?.text ?? null,
        members: [requirement],
      });
    } else {
      group.members.push(requirement);
    }
  }
  return [...groups.values()].map(({ cause, members }) => ({
    cause: members.length > 1 ? cause : null,
    members,
  }));
}
