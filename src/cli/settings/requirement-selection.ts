import { type Located, quoted, requireThat, suggestion } from '../usage-error.ts';

/**
 * The requirement ids that `--only` and `--skip` leave, in the catalogue's order: those that a glob of `only`
 * matches (all where there is none), without those that a glob of `skip` matches. `*` stands for any
 * characters, `?` for one.
 *
 * @throws {UsageError} where a glob matches no id, or nothing is left.
 */
export function selectRequirements(
  catalogue: readonly string[],
  only: readonly Located<string>[],
  skip: readonly Located<string>[],
): string[] {
  const chosen = only.length === 0 ? new Set(catalogue) : matching(catalogue, only);
  const dropped = matching(catalogue, skip);
  const selected = catalogue.filter((id) => chosen.has(id) && !dropped.has(id));
  requireThat(
    selected.length !== 0,
    only.length === 0
      ? '--skip leaves no requirement to verify; skip fewer'
      : '--only and --skip together leave no requirement to verify; skip fewer',
  );
  return selected;
}

/** The maximum length of a glob: regular expressions are limited too. */
const longestGlob = 1_000;

function matching(catalogue: readonly string[], globs: readonly Located<string>[]): Set<string> {
  const matched = new Set<string>();
  for (const { value: glob, label } of globs) {
    const pattern = glob.length > longestGlob ? null : globPattern(glob);
    const ids = catalogue.filter((id) => pattern?.test(id) === true);
    requireThat(
      ids.length !== 0,
      `${label}: ${quoted(glob)} matches no requirement${meantSelection(glob, catalogue)}`,
    );
    for (const id of ids) {
      matched.add(id);
    }
  }
  return matched;
}

/** The glob as a regular expression over a whole id. */
export function globPattern(glob: string): RegExp {
  const source = Array.from(glob, (character) => {
    if (character === '*') {
      return '.*';
    }
    return character === '?' ? '.' : character.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&');
  });
  return new RegExp(`^${source.join('').replace(/(?:\.\*)+/g, '.*')}$`, 's');
}

function meantSelection(glob: string, catalogue: readonly string[]): string {
  if (/[,\s]/.test(glob)) {
    return '; pass the option once for each glob';
  }
  const groups = [...new Set(catalogue.map((id) => `${id.split('/')[0]}/*`))];
  const named = groups.find((group) => group === `${glob}/*` || group === `${glob}*`);
  return named === undefined
    ? suggestion(glob, [...groups, ...catalogue], '; see "animal-store-conformance requirements"')
    : `; did you mean ${named}?`;
}
