import { paintFor, sectionLines, wrap } from '../../report/terminal/layout.ts';
import { visibleLine } from '../../report/words.ts';
import type { History } from '../history.ts';
import { periodText, stateSentence } from '../sentences.ts';
import { historySections, skippedSections } from './history-sections.ts';

/** The changes by run and the current violations, for a terminal or a log. */
export function historyText(
  { targets, skipped }: History,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const layout = { columns: Math.max(50, options.columns), paint: paintFor(options.color) };
  const blocks = [
    ...targets.flatMap((target) => [
      [
        layout.paint.bold(visibleLine(target.target)),
        ...wrap(`${periodText(target)}. ${stateSentence(target)}`, layout.columns),
      ],
      ...historySections(target).map((one) => sectionLines(one, layout)),
    ]),
    ...skippedSections(skipped).map((one) => sectionLines(one, layout)),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
