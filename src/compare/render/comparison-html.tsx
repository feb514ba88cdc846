import { renderDocument } from '../../report/html/document-shell.tsx';
import { Entries, section } from '../../report/html/parts.tsx';
import { capitalised } from '../../report/words.ts';
import { type Comparison, changesText, comparisonStatus, comparisonWord } from '../comparison.ts';
import { changeSections, runEntries } from './comparison-sections.ts';

export function comparisonHtml(comparison: Comparison): string {
  const { after, before } = comparison;
  const look = { 0: 'conformant', 1: 'non-conformant', 3: 'none' }[comparisonStatus(comparison)];
  return renderDocument({
    title: `${comparisonWord(comparison)}: ${before.name} and ${after.name}`,
    header: (
      <>
        <div class={`verdict ${look}`}>
          <h1>{comparisonWord(comparison)}</h1>
          <p>{capitalised(changesText(comparison))}.</p>
        </div>
        <Entries sections={[{ title: 'Runs', entries: runEntries(comparison) }]} />
      </>
    ),
    sections: changeSections(comparison).flatMap((one) =>
      section(
        one.title.toLowerCase().replaceAll(' ', '-'),
        one.title,
        one.entries.length,
        <Entries sections={[one]} />,
        'entries',
      ),
    ),
    footer: (
      <p class="note">
        A new failure is a requirement that fails the later run, and that the earlier one did not fail. Waived
        failures count as violated, and never as new failures.
      </p>
    ),
  });
}
