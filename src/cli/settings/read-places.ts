import type { RunOptions } from '../../suite/run-options.ts';
import { authorityOf } from '../../target/connect-failure.ts';
import type { Place } from '../../target/transport.ts';
import { type GivenPlace, writePlace } from '../options/service-values.ts';
import { type Located, requireThat, UsageError } from '../usage-error.ts';
import type { Settings } from './settings.ts';

const most = 100;

/**
 * The places of a run besides its base URL; none if it measures no plan limits.
 *
 * @throws {UsageError} for one that is repeated, has another path than the base URL, or is http where that is https.
 */
export function readPlaces(
  settings: Settings,
  baseUrl: string,
  selected: readonly string[],
): Pick<RunOptions, 'places'> {
  const givens = settings.given('place');
  if (givens.length > most) {
    throw new UsageError(`--place: at most ${most} places are possible`);
  }
  const places = givens.map((given) => placeOf(given, new URL(baseUrl)));
  const aims = [{ baseUrl, address: null }, ...places].map(aimOf);
  const repeated = places.find((_, index) => aims.indexOf(aims[index + 1] as string) <= index);
  if (repeated !== undefined) {
    throw new UsageError(
      `--place: ${repeated.shownAs} is passed twice, or is that of the base URL; pass each address once`,
    );
  }
  const measures = selected.some((id) => id.startsWith('quota/'));
  return places.length === 0 || !measures ? {} : { places };
}

/** Host and port that connections go to, in one form. */
function aimOf({ baseUrl, address }: Pick<Place, 'baseUrl' | 'address'>): string {
  const base = new URL(baseUrl);
  return new URL(`${base.protocol}//${authorityOf(base, address)}`).host;
}

function placeOf({ value: place, label }: Located<GivenPlace>, base: URL): Place {
  const shownAs = writePlace(place);
  if (place.kind === 'address') {
    return { shownAs, baseUrl: base.href.replace(/\/$/, ''), address: place.address };
  }
  const { protocol, pathname } = new URL(place.baseUrl);
  requireThat(
    pathname === base.pathname,
    `${label}: ${shownAs} has another path than the base URL: write ${base.pathname}`,
  );
  if (protocol === 'http:' && base.protocol === 'https:') {
    throw new UsageError(`${label}: keys would be sent unencrypted: write https, as in the base URL`);
  }
  return { shownAs, baseUrl: place.baseUrl, address: null };
}
