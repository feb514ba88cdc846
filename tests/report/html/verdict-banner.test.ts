import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/report/html.tsx';
import { requirements } from '../../../suites/requirements.ts';
import { faultless, functionalIds, madeReport, undecided } from '../made-up-run.ts';

const must: readonly string[] = requirements
  .filter(({ id, level }) => level === 'MUST' && functionalIds.includes(id))
  .map(({ id }) => id);

/** What the banner does not speak of, where there are this many reasons: plan limits were not asked for. */
function limits(count: number): string[] {
  const open = functionalIds.filter((id) => !must.slice(0, count - 1).includes(id));
  const html = renderHtml(
    madeReport(
      [
        ...faultless(open),
        ...must.slice(0, count - 1).map((id) => undecided(id, 'inconclusive', `why ${id} is open`)),
      ],
      { selected: functionalIds },
    ),
  );
  const [, list = ''] = /Not verified:<\/p><ul>(.*?)<\/ul>/s.exec(html) ?? [];
  return list
    .split('<li>')
    .slice(1)
    .map((line) => line.replace(/<[^>]*>/g, ''));
}

describe('what the verdict does not speak of', () => {
  test.each([
    [4, 4, 'why'],
    [5, 5, 'why'],
    [6, 5, 'and 2 more reasons'],
  ])('of %i reasons has %i lines: none counts a single one', (reasons, lines, last) => {
    const shown = limits(reasons);
    expect(shown).toHaveLength(lines);
    expect(shown.at(-1)).toContain(last);
  });
});
