import { availableParallelism } from 'node:os';
import { faultNamed, faults, namesInMixture, variants } from '../../reference-impl/index.ts';
import type { SelfCheckOptions } from '../self-check/subject.ts';
import { readEffort, readSeed, readSelection } from './common-settings.ts';
import { suggestion } from './nearest.ts';
import type { Invocation } from './option-table.ts';
import type { Given } from './parse/given.ts';
import { globPattern } from './parse/requirement-selection.ts';
import { parseVariantName } from './parse/variant-name.ts';
import { parseWholeNumber } from './parse/whole-number.ts';
import { quoted } from './quoted.ts';
import { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

const ordinaryMixtures = 12;
const mostMixtures = 10_000;
const mostWorkers = 256;

/** Everything that the user decides of a self-check. */
export interface SelfCheckSettings extends Omit<SelfCheckOptions, 'reportDir'> {
  /** As given, or `null` for a folder of its own. */
  readonly reportDir: string | null;
}

/** Reads every setting of a self-check. @throws {UsageError} for the first one that is wrong. */
export function readSelfCheckSettings(invocation: Invocation): SelfCheckSettings {
  const settings = new Settings(invocation, {}, null);
  const number = (option: string, otherwise: number, minimum: number, maximum: number): number => {
    const given = settings.one(option);
    return given === undefined ? otherwise : parseWholeNumber(given, minimum, maximum);
  };
  const narrowed = settings.all('fault').length + settings.all('variant').length > 0;
  const selected = readSelection(settings);
  const tried = {
    faults: madeFor(narrowed ? named(settings.all('fault'), faultNames) : faultNames, selected),
    variants: narrowed ? unusual(settings.all('variant')) : variantNames,
    mixtures: number('mixtures', narrowed ? 0 : ordinaryMixtures, 0, mostMixtures),
  };
  if (tried.faults.length + tried.variants.length + tried.mixtures === 0) {
    throw new UsageError(
      '--only and --skip leave out the requirements that these faults were made for; skip fewer',
    );
  }
  return {
    ...tried,
    selected,
    effort: readEffort(settings),
    seed: readSeed(settings),
    workers: number('workers', availableParallelism(), 1, mostWorkers),
    reportDir: settings.one('report-dir')?.text ?? null,
  };
}

/** The faults that were made for one of these requirements. */
function madeFor(names: readonly string[], selected: readonly string[]): readonly string[] {
  return names.filter((name) => selected.includes(faultNamed(name)?.violates[0] ?? ''));
}

const faultNames = faults.map(({ name }) => name);
const variantNames = variants.map(({ name }) => name);

/** The names that are meant: each given one stands for itself or, as a glob, for several. */
function named(given: readonly Given[], names: readonly string[]): string[] {
  const meant = given.flatMap((one) => {
    const pattern = globPattern(one.text);
    const matching = names.filter((name) => pattern.test(name));
    if (matching.length === 0) {
      const otherwise = '; "animal-store-conformance serve --list-faults" prints all names';
      const nearest = suggestion(one.text, names, otherwise);
      throw new UsageError(`${one.label}: there is no ${quoted(one.text)}${nearest}`);
    }
    return matching;
  });
  return [...new Set(meant)];
}

function unusual(given: readonly Given[]): string[] {
  const meant = given.flatMap((one) =>
    namesInMixture(one.text).length === 1
      ? named([one], variantNames)
      : [parseVariantName(one, (name) => named([name], variantNames)[0] ?? '').name],
  );
  return [...new Set(meant)];
}
