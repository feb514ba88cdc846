/** The allowance from one response, with times of our clock in ms. */
export interface AllowanceReading {
  /** The limit of the window: those of a plan's minute and day differ. */
  readonly limit: number;
  readonly remaining: number;
  /** The time when the window has certainly ended, or `null` if unknown. */
  readonly resetAtMs: number | null;
}

/** When a reading was made: see `AllowanceWindow.update`. */
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
 * The known state of one window of one key.
 *
 * `remaining` is the lowest announced number since the most recent request that was certainly decided after all others.
 * It includes all completed requests, so everything except the requests in flight may be used. That holds for windows
 * that end, slide or refill, because these only add requests.
 */
export class AllowanceWindow {
  readonly limit: number;
  remaining: number;
  /** When a request may be tried although `remaining` is 0. */
  releaseAtMs: number;
  /** Whether the window lasts longer than a minute. */
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

  /** Processes the allowance from a served request. */
  update(reading: AllowanceReading, context: ReadingContext): void {
    const newer = context.startedAt > this.#announcedAt;
    const released = release(reading, context.nowMs, this.#spans);
    const ofPastWindow = released.resetAtMs < this.#resetAtMs && released.resetAtMs <= context.nowMs;
    if (!newer && (ofPastWindow || reading.remaining >= this.remaining)) {
      return;
    }
    this.remaining = reading.remaining;
    this.#announcedAt = context.announcedAt;
    this.#resetAtMs = released.resetAtMs;
    this.releaseAtMs = released.releaseAtMs;
    this.far = released.far;
  }

  /** Takes in a refusal: nothing is left until `releaseAtMs`. */
  exhaust(releaseAtMs: number, far: boolean, announcedAt: number): void {
    this.remaining = Math.min(this.remaining, 0);
    this.releaseAtMs = releaseAtMs;
    this.far = far;
    this.#announcedAt = announcedAt;
  }
}

function release(reading: AllowanceReading, nowMs: number, spans: PacingSpans) {
  const resetAtMs = reading.resetAtMs ?? nowMs + spans.minuteMs;
  const far = resetAtMs - nowMs > spans.longWaitMs;
  return { resetAtMs, releaseAtMs: far ? nowMs + spans.minuteMs : resetAtMs, far };
}
