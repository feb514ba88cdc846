import type { Operation } from '../exchange/exchange.ts';
import type { Waiver } from '../verdict/waiver.ts';

/** The waivers of a run, as far as they are for its target and not expired. */
export interface WaiverCover {
  /**
   * The index of the first waiver that covers a finding, or `null`.
   *
   * @param operation of the request that shows it, `null` for any request that the interface document lacks
   */
  covering(requirement: string, operation: Operation | null): number | null;
  /** Whether findings of a requirement must be split by operation. */
  tellsOperationsApart(requirement: string): boolean;
}

/**
 * The failures that the waivers of a run cover.
 *
 * @param startedAt when the run started, ISO 8601 in UTC: its day decides whether a waiver is expired
 */
export function waiverCover(waivers: readonly Waiver[], baseUrl: string, startedAt: string): WaiverCover {
  const entries = waivers
    .map((waiver, index) => ({ waiver, index }))
    .filter(({ waiver }) => isFor(waiver, baseUrl) && !isExpired(waiver, startedAt));
  const apart = new Set(
    waivers.filter(({ operation }) => operation !== null).map(({ requirement }) => requirement),
  );
  return {
    covering: (requirement, operation) =>
      entries.find(({ waiver }) => waiver.requirement === requirement && coversOperation(waiver, operation))
        ?.index ?? null,
    tellsOperationsApart: (requirement) => apart.has(requirement),
  };
}

/** Whether a waiver is for the service at this base URL. */
export function isFor({ target }: Waiver, baseUrl: string): boolean {
  return target === null || namesTarget(target, baseUrl);
}

/** Whether a run that started then, in UTC, is later than the last day of a waiver. */
export function isExpired({ expires }: Waiver, startedAt: string): boolean {
  return startedAt.slice(0, 10) > expires;
}

export function coversOperation(waiver: Waiver, operation: Operation | null): boolean {
  return waiver.operation === null || waiver.operation === operation;
}

/**
 * Whether a waiver's target names a base URL: the same text but for slashes at its end, `*` standing for any
 * characters.
 */
export function namesTarget(pattern: string, baseUrl: string): boolean {
  const parts = withoutSlashes(pattern)
    .split(/\*+/)
    .map((part) => part.replace(/[\\^$.|?+()[\]{}/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(withoutSlashes(baseUrl));
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') {
    end -= 1;
  }
  return address.slice(0, end);
}
