import { acrossTitle, animalsText, gapTexts, promiseText } from '../across-text.ts';
import { bounded, visibleLine } from '../words.ts';
import { type Screen, wrapWithin } from './screen.ts';

const longestText = 1_200;
const linesShown = 6;
/** Further promises and lines of the output are only in the report. */
const promisesShown = 20;
const outputShown = 5;

export function acrossLines({ report, columns, paint }: Screen): string[] {
  const { across } = report;
  if (across === null) {
    return [];
  }
  const indented = (text: string, indent = 2): string[] =>
    wrapWithin(visibleLine(bounded(text, longestText)), columns - indent, linesShown).map(
      (part) => `${' '.repeat(indent)}${part}`,
    );
  const { command, promises } = across;
  const hasFailed = command !== null && command.exitStatus !== 0;
  const output = hasFailed ? command.output.trimEnd().split('\n').slice(-outputShown) : [];
  return [
    paint.bold('ACROSS A RESTART OR DEPLOYMENT'),
    ...indented(acrossTitle(across)).map(hasFailed ? paint.yellow : (line) => line),
    ...output.filter((line) => line !== '').flatMap((line) => indented(`| ${line}`, 4).map(paint.dim)),
    ...gapTexts(across).flatMap((text) => indented(text)),
    ...[animalsText(across)].filter((text) => text !== '').flatMap((text) => indented(text)),
    ...promises
      .slice(0, promisesShown)
      .flatMap((promise) =>
        indented(`${promise.requirement}  ${promiseText(promise)}`).map(
          promise.outcome === 'violated' ? paint.red : paint.dim,
        ),
      ),
  ];
}
