import type { VNode } from 'preact';
import { shortIds, waivedWays, withVerdict } from '../report/by-verdict.ts';
import type { Report } from '../report/report.ts';
import { numberText } from '../report/words.ts';

/** The characters of all ids together, so that they fit one page. */
const mostCharacters = 480;

/** Exceptions from the verdict: violations that do not count, and requirements without a verdict. */
export function Exceptions({ report }: { report: Report }): VNode {
  const kinds = [
    { title: 'SHOULD violated', requirements: withVerdict(report, 'warned') },
    ...waivedWays(report),
    { title: 'Inconclusive', requirements: withVerdict(report, 'inconclusive') },
    { title: 'Not tested', requirements: withVerdict(report, 'skipped') },
  ].filter(({ requirements }) => requirements.length > 0);
  return kinds.length === 0 ? (
    <p>None: every requirement of the catalogue was decided, and none is violated.</p>
  ) : (
    <dl class="exceptions">
      {kinds.map(({ title, requirements }) => (
        <>
          <dt>
            {title} ({numberText(requirements.length)})
          </dt>
          <dd>
            <Ids ids={shortIds(report, requirements)} mostCharacters={mostCharacters / kinds.length} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Ids({ ids, mostCharacters: most }: { ids: readonly string[]; mostCharacters: number }): VNode {
  const shown: string[] = [];
  let characters = 0;
  for (const id of ids) {
    characters += id.length + 2;
    if (characters > most) {
      break;
    }
    shown.push(id);
  }
  const more = ids.length - shown.length;
  return (
    <>
      {shown.join(', ')}
      {more === 0 ? '' : ` and ${numberText(more)} more`}
    </>
  );
}
