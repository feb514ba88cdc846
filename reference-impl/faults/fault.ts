import type { Decoration, Parts } from '../parts.ts';
import { alsoViolated } from './also-violated.ts';

/** One deviation from the interface document, as a decoration of the reference implementation. */
export interface Fault {
  /** Lower-case words with hyphens, unique in the catalogue. */
  readonly name: string;
  /** Ids of the requirements that it violates in every run: first the one that it was made for. */
  readonly violates: readonly [string, ...string[]];
  /**
   * Ids that a run may blame as well without being wrong: they cover the same deviation by another name, or
   * it shows under them only where the run happens to ask for it.
   */
  readonly mayViolate: readonly string[];
  /**
   * What a run has to be given to see it: `plan`, `revoked-key`, `quota-key` (two keys of a plan), `long-minute` (such
   * keys, and a minute of half a minute at the least, where whole seconds and a busy machine hide less), `day-quota` (such keys, and
   * the daily limit measured too), `late-readings` (a run that reads animals again when they are 3 s old),
   * `ample-allowance` (a key of 3,000 requests per minute or more); `null` if the defaults suffice.
   */
  readonly needs: string | null;
  readonly apply: Decoration;
}

/** Rows by the names of faults, which say what they do. */
type Rows<Row> = Readonly<Record<string, Row>>;

/**
 * The faults that violate the same requirements: `...violating(['list/safe']).by({ … })`, where each row is a decoration,
 * or `.each(naming, { … })`, where each row is what a decoration is made of.
 */
export function violating(violates: Fault['violates'], needs: string | null = null) {
  const mayViolate = (alsoViolated[violates[0]] ?? []).filter((id) => !violates.includes(id));
  const each = <Row>(decorate: (row: Row) => Decoration, rows: Rows<Row>): Fault[] =>
    Object.entries(rows).map(([name, row]) => ({ name, violates, mayViolate, needs, apply: decorate(row) }));
  return { each, by: (rows: Rows<Decoration>) => each((decoration) => decoration, rows) };
}

/** Whether it shows only where plan limits are measured. */
export function needsMeasurement({ needs }: Fault): boolean {
  return needs === 'quota-key' || needs === 'long-minute' || needs === 'day-quota';
}

/** Decorates one part; state of the decoration lives as long as the service. */
export function around<Part extends keyof Parts>(
  part: Part,
  decorate: (inner: Parts[Part], parts: Parts) => Parts[Part],
): Decoration {
  return (parts) => ({ ...parts, [part]: decorate(parts[part], parts) });
}

/** A decoration that needs others below it. */
export function upon(base: Decoration, decoration: Decoration): Decoration {
  return (parts) => decoration(base(parts));
}
