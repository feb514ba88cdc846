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
  readonly announcedAt: number;
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
  #announcedAt: number;
  readonly #spans: PacingSpans;

  constructor(reading: AllowanceReading, context: ReadingContext, spans: PacingSpans) {
    this.limit = reading.limit;
    this.#spans = spans;
    this.remaining = reading.remaining;
    this.#announcedAt = context.announcedAt;
    const { resetAtMs, releaseAtMs, far } = release(reading, context.nowMs, spans);
    this.#resetAtMs = resetAtMs;
    this.releaseAtMs = releaseAtMs;
    this.far = far;
  }

  /** Takes in what a served request was told. */
  tell(reading: AllowanceReading, context: ReadingContext): void {
    const newer = context.startedAt > this.#announcedAt;
    const told = release(reading, context.nowMs, this.#spans);
    const ofPastWindow = told.resetAtMs < this.#resetAtMs && told.resetAtMs <= context.nowMs;
    if (!newer && (ofPastWindow || reading.remaining >= this.remaining)) {
      return;
    }
    this.remaining = reading.remaining;
    this.#announcedAt = context.announcedAt;
    this.#resetAtMs = told.resetAtMs;
    this.releaseAtMs = told.releaseAtMs;
    this.far = told.far;
  }

  /** Takes in a refusal: nothing is left until `releaseAtMs`. */
  exhaust(releaseAtMs: number, far: boolean, announcedAt: number): void {
    this.remaining = Math.min(this.remaining, 0);
    this.releaseAtMs = releaseAtMs;
    this.far = far;
    this.#announcedAt = announcedAt;
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
