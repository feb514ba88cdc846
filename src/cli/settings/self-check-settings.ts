import { availableParallelism } from 'node:os';
import { faultNamed, faults, namesInMixture, variants } from '../../../reference-impl/index.ts';
import type { SelfCheckOptions } from '../../self-check/trial.ts';
import type { Invocation } from '../command.ts';
import { type Located, quoted, suggestion, UsageError } from '../usage-error.ts';
import { readSeed, readSelection } from './common-settings.ts';
import { globPattern } from './requirement-selection.ts';
import { parseVariantName } from './served-deviation.ts';
import { Settings } from './settings.ts';

export interface SelfCheckSettings extends Omit<SelfCheckOptions, 'reportDir'> {
  /** As given, or `null` for a new folder. */
  readonly reportDir: string | null;
}

/** Reads every setting of a self-check. @throws {UsageError} for the first one that is wrong. */
export function readSelfCheckSettings(invocation: Invocation): SelfCheckSettings {
  const settings = new Settings(invocation, {}, null);
  const narrowed = settings.isGiven('fault') || settings.isGiven('variant');
  const selected = readSelection(settings);
  const tried = {
    faults: madeFor(narrowed ? named(settings.given('fault'), faultNames) : faultNames, selected),
    variants: narrowed ? unusual(settings.given('variant')) : variantNames,
    mixtures: settings.value('mixtures') ?? (narrowed ? 0 : null),
  };
  if (tried.faults.length + tried.variants.length === 0 && tried.mixtures === 0) {
    throw new UsageError(
      '--only and --skip leave out the requirements that these faults were made for; skip fewer',
    );
  }
  return {
    ...tried,
    selected,
    effort: settings.value('effort'),
    allowance: settings.value('allowance'),
    seed: readSeed(settings),
    workers: settings.value('workers') ?? availableParallelism(),
    reportDir: settings.value('report-dir'),
  };
}

function madeFor(names: readonly string[], selected: readonly string[]): readonly string[] {
  return names.filter((name) => selected.includes(faultNamed(name)?.violates[0] ?? ''));
}

const faultNames = faults.map(({ name }) => name);
const variantNames = variants.map(({ name }) => name);

/** The selected names, by names or globs. */
function named(given: readonly Located<string>[], names: readonly string[]): string[] {
  const meant = given.flatMap((one) => {
    const pattern = globPattern(one.value);
    const matching = names.filter((name) => pattern.test(name));
    if (matching.length === 0) {
      const otherwise = '; "animal-store-conformance serve --list-faults" prints all names';
      const nearest = suggestion(one.value, names, otherwise);
      throw new UsageError(`${one.label}: there is no ${quoted(one.value)}${nearest}`);
    }
    return matching;
  });
  return [...new Set(meant)];
}

function unusual(given: readonly Located<string>[]): string[] {
  const meant = given.flatMap((one) =>
    namesInMixture(one.value).length === 1
      ? named([one], variantNames)
      : [parseVariantName(one, (name) => named([name], variantNames)[0] ?? '').name],
  );
  return [...new Set(meant)];
}
