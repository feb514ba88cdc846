import { catalogueVersion, requirements } from '../../suites/requirements.ts';
import { packageVersion } from '../package-root.ts';
import type { RunOptions } from '../suite/run-options.ts';
import type { RunHeader } from '../verdict/run-event.ts';

type HeaderOptions = Pick<RunOptions, 'baseUrl' | 'command' | 'failOn'> &
  Partial<
    Pick<RunOptions, 'argv' | 'implementation' | 'seed' | 'effort' | 'waivers' | 'catalogue' | 'reach'>
  >;

/**
 * The common part of the header of all runs.
 *
 * @param startedAt ISO 8601 in UTC
 */
export function runHeader(
  options: HeaderOptions,
  { tag, startedAt, selected }: Pick<RunHeader, 'tag' | 'startedAt' | 'selected'>,
): RunHeader {
  const { baseUrl, command, argv, failOn, waivers, reach, implementation } = options;
  const { seed = 0, effort = 'normal', catalogue = catalogueVersion } = options;
  return {
    tool: { name: 'animal-store-conformance', version: packageVersion() },
    baseUrl,
    startedAt,
    seed,
    effort,
    tag,
    ...(implementation === undefined ? {} : { implementation }),
    command,
    ...(argv === undefined ? {} : { argv }),
    failOn,
    ...(waivers === undefined ? {} : { waivers }),
    catalogue,
    ...(reach === undefined ? {} : { reach }),
    selected: requirements.map(({ id }) => id).filter((id) => selected.includes(id)),
  };
}
