import type { VNode } from 'preact';
import { byCause } from '../by-cause.ts';
import type { ReportRequirement } from '../report.ts';
import { sinceBaseline } from '../waived-ways.ts';
import { capitalised, counted } from '../words.ts';
import { FindingCard } from './finding-card.tsx';
import type { Listed } from './page-plan.ts';
import { Line } from './parts.tsx';

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
            <h3>
              <Line text={cause} maximum={300} />
            </h3>
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
