/** How far the measurement of one plan's limits is. Told while a run goes on, and never recorded. */
export interface PlanLimitProgress {
  readonly type: 'measuring';
  /** As a sentence begins: `Free`. */
  readonly plan: string;
  /** What is going on, in plain words: `waiting out Retry-After`. */
  readonly doing: string;
  /** Whether it is something that is worth a line of a log. */
  readonly notable: boolean;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** About how long it still takes, in ms. */
  readonly leftMs: number;
}
