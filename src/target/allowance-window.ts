/** What one answer said of the allowance, its times by our clock in ms. */
export interface AllowanceReading {
  /** The figure of the window that it speaks of: a plan's minute and day have different ones. */
  readonly limit: number;
  readonly remaining: number;
  /** When the window surely has ended, or `null` where that was not said. */
  readonly resetAtMs: number | null;
}

/** When a reading was made: see `AllowanceWindow.tell`. */
export interface ReadingContext {
  readonly nowMs: number;
  /** The count of events when its request was started, and now. */
  readonly startedAt: number;
  readonly toldAt: number;
  /** Whether its request was let through although the window was used up, because its time was over. */
  readonly probe: boolean;
}

/** Spans that follow from how long the target's minute lasts. */
export interface PacingSpans {
  readonly minuteMs: number;
  /** A `Reset` further off than this is tried once before it is believed. */
  readonly longWaitMs: number;
}

/**
 * What is known of one window of one key.
 *
 * `remaining` is the lowest figure told since the newest request that surely was decided after all others. Every
 * request that was answered is counted in it, so it may be used up but for the requests still under way; that
 * holds for windows that end, slide or refill, as these only add.
 */
export class AllowanceWindow {
  readonly limit: number;
  remaining: number;
  /** When a request may be tried although `remaining` is 0. */
  releaseAtMs: number;
  /** Whether the window is said to last longer than a minute could. */
  far: boolean;
  #resetAtMs: number;
  #toldAt: number;
  #everAbove = false;
  #servedAtZero = 0;
  readonly #spans: PacingSpans;

  constructor(reading: AllowanceReading, context: ReadingContext, spans: PacingSpans) {
    this.limit = reading.limit;
    this.#spans = spans;
    this.remaining = reading.remaining;
    this.#everAbove = reading.remaining > 0;
    this.#toldAt = context.toldAt;
    const { resetAtMs, releaseAtMs, far } = release(reading, context.nowMs, spans);
    this.#resetAtMs = resetAtMs;
    this.releaseAtMs = releaseAtMs;
    this.far = far;
  }

  /** Takes in what a served request was told. `false`: these headers make no sense, don't go by them any more. */
  tell(reading: AllowanceReading, context: ReadingContext): boolean {
    const newer = context.startedAt > this.#toldAt;
    const told = release(reading, context.nowMs, this.#spans);
    if (!newer && told.resetAtMs < this.#resetAtMs && told.resetAtMs <= context.nowMs) {
      // A late answer from a window that is over.
      return true;
    }
    if (!newer && reading.remaining >= this.remaining) {
      return true;
    }
    const credible = this.#isCredible(reading, context, told);
    this.remaining = reading.remaining;
    this.#toldAt = context.toldAt;
    this.#resetAtMs = told.resetAtMs;
    this.releaseAtMs = told.releaseAtMs;
    this.far = told.far;
    return credible;
  }

  /** Takes in a refusal: nothing is left until `releaseAtMs`. */
  exhaust(releaseAtMs: number, far: boolean, toldAt: number): void {
    this.remaining = Math.min(this.remaining, 0);
    this.releaseAtMs = releaseAtMs;
    this.far = far;
    this.#toldAt = toldAt;
  }

  /**
   * A service that serves although it said 0, and says 0 again, is not to be believed. One such answer can be
   * right where a log slides, two in a row at half a window's distance can't unless others use the key.
   */
  #isCredible(reading: AllowanceReading, context: ReadingContext, told: Release): boolean {
    if (reading.remaining > 0) {
      this.#everAbove = true;
      this.#servedAtZero = 0;
      return true;
    }
    if (!context.probe || this.limit === 1) {
      return true;
    }
    if (this.far && told.far) {
      return false;
    }
    const past = told.resetAtMs <= context.nowMs;
    if (past || told.resetAtMs - context.nowMs >= this.#spans.minuteMs / 2) {
      this.#servedAtZero += 1;
    }
    return this.#servedAtZero < (past ? 3 : this.#everAbove ? 2 : 1);
  }
}

interface Release {
  readonly resetAtMs: number;
  readonly releaseAtMs: number;
  readonly far: boolean;
}

function release(reading: AllowanceReading, nowMs: number, spans: PacingSpans): Release {
  const resetAtMs = reading.resetAtMs ?? nowMs + spans.minuteMs;
  const far = resetAtMs - nowMs > spans.longWaitMs;
  return { resetAtMs, releaseAtMs: far ? nowMs + spans.minuteMs : resetAtMs, far };
}
