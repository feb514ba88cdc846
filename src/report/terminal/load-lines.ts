import {
  deviationText,
  generatorFacts,
  latencyFacts,
  loadFacts,
  objectiveText,
  outcomeFacts,
  ratesText,
} from '../load-text.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { bounded, counted, visibleLine } from '../words.ts';
import { packed, type Screen, wrapWithin } from './screen.ts';

const labelWidth = 14;
const longestFact = 200;
const longestText = 1_200;
/** Further notes, objectives and kinds of violations are only in the report. */
const shown = 8;
const linesShown = 6;

export function loadLines(screen: Screen): string[] {
  const { report, columns, paint } = screen;
  const { load } = report;
  if (load === null) {
    return [];
  }
  const { objectives, deviations = [], notes = [] } = load;
  return [
    paint.bold('LOAD'),
    ...invalidLines(load.invalid, screen),
    ...labelled('Rate', facts([ratesText(load)], columns), screen),
    ...labelled('Outcome', facts(outcomeFacts(load), columns), screen),
    ...labelled('Latency', facts(latencyFacts(load), columns), screen),
    ...labelled(
      'Objectives',
      objectives
        .slice(0, shown)
        .flatMap((one) => facts([objectiveText(one)], columns).map(one.met ? paint.green : paint.red)),
      screen,
    ),
    ...labelled('', rest(objectives.length, 'objective'), screen),
    ...labelled(
      'Deviations',
      deviations.slice(0, shown).flatMap((one) => facts([deviationText(one)], columns).map(paint.red)),
      screen,
    ),
    ...labelled('', rest(deviations.length, 'finding'), screen),
    ...labelled('Load', facts(loadFacts(load), columns).map(paint.dim), screen),
    ...labelled('Generator', facts(generatorFacts(load), columns).map(paint.dim), screen),
    ...notes.slice(0, shown).flatMap((note) => sentence(note, columns)),
  ];
}

/** The reason, if the verdict above does not state it. */
function invalidLines(invalid: string | null, { report, columns, paint }: Screen): readonly string[] {
  if (invalid === null) {
    return [];
  }
  const why = verdictSentence(report).includes(invalid) ? '' : ` ${invalid}.`;
  const text = `INVALID: these values show the generator, not the service.${why}`;
  return sentence(text, columns).map((line) => paint.bold(paint.yellow(line)));
}

function rest(count: number, noun: string): readonly string[] {
  return count <= shown ? [] : [`and ${counted(count - shown, `more ${noun}`)}: see the report`];
}

function labelled(label: string, lines: readonly string[], { paint }: Screen): string[] {
  return lines.map(
    (line, index) => `  ${paint.dim((index === 0 ? label : '').padEnd(labelWidth - 2))}${line}`,
  );
}

function facts(words: readonly string[], columns: number): string[] {
  const visible = words.map((word) => visibleLine(bounded(word, longestFact)));
  return packed(visible, columns - labelWidth).slice(0, linesShown);
}

function sentence(text: string, columns: number): string[] {
  return wrapWithin(visibleLine(bounded(text, longestText)), columns - 2, linesShown).map(
    (line) => `  ${line}`,
  );
}
