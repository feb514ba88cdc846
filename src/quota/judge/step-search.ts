/**
 * By how much a step may begin earlier or later than its clock says, in ms: a timer that begins it is late by up to
 * twice as much and never early. More would let one step come before a request for one reason, and after it for another.
 */
const timerMs = 10;
/** How closely the moment of a step is looked for, in ms. */
const closeEnoughMs = 8;
/** The maximum number of evaluated boxes; if not refuted by then, a limiter counts as possible. */
const mostBoxes = 30_000;

/** Clocks that move on in steps: a range of steps a ms, and of the share of a step that is over at `originMs`. */
interface Box {
  readonly leastPerMs: number;
  readonly mostPerMs: number;
  readonly leastShare: number;
  readonly mostShare: number;
}

/** The step of a time by any clock of a box. */
export class StepClock {
  readonly leastStepMs: number;
  readonly mostStepMs: number;
  readonly #box: Box;
  readonly #originMs: number;

  constructor(box: Box, originMs: number) {
    this.#box = box;
    this.#originMs = originMs;
    this.leastStepMs = 1 / box.mostPerMs;
    this.mostStepMs = 1 / box.leastPerMs;
  }

  /** The least number of steps that can be over at a moment, and a share of one. */
  leastOver(ms: number): number {
    const { leastPerMs, mostPerMs, leastShare } = this.#box;
    const since = ms - timerMs - this.#originMs;
    return since * (since < 0 ? mostPerMs : leastPerMs) + leastShare;
  }

  /** The most of them. */
  mostOver(ms: number): number {
    const { leastPerMs, mostPerMs, mostShare } = this.#box;
    const since = ms + timerMs - this.#originMs;
    return since * (since < 0 ? leastPerMs : mostPerMs) + mostShare;
  }

  /** The number of the earliest possible step of a time. */
  earliest(ms: number): number {
    return Math.floor(this.leastOver(ms));
  }

  /** The number of the latest one. */
  latest(ms: number): number {
    return Math.floor(this.mostOver(ms));
  }
}

/** Where clocks are looked for. */
export interface SearchedSteps {
  readonly leastStepMs: number;
  readonly mostStepMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Whether a clock with matching steps may exist. A box of clocks is dropped if none of it can fit, accepted if its
 * centre fits, and otherwise halved, so only refuted clocks are ruled out.
 *
 * @param fits `false` only if no clock of a box can fit
 */
export function hasFittingSteps(searched: SearchedSteps, fits: (clock: StepClock) => boolean): boolean {
  const originMs = (searched.fromMs + searched.toMs) / 2;
  const halfMs = (searched.toMs - searched.fromMs) / 2;
  const boxes: Box[] = [
    {
      leastPerMs: 1 / searched.mostStepMs,
      mostPerMs: 1 / searched.leastStepMs,
      leastShare: 0,
      mostShare: 1,
    },
  ];
  for (let looked = 0; looked < mostBoxes; looked += 1) {
    const box = boxes.pop();
    if (box === undefined) {
      return false;
    }
    if (!fits(new StepClock(box, originMs))) {
      continue;
    }
    if (
      blurOf(box, halfMs) * (1 / box.mostPerMs) <= closeEnoughMs ||
      fits(new StepClock(middleOf(box), originMs))
    ) {
      return true;
    }
    boxes.push(...halves(box, halfMs));
  }
  return true;
}

/** The maximum difference of the clocks of a box in steps. */
function blurOf({ leastPerMs, mostPerMs, leastShare, mostShare }: Box, halfMs: number): number {
  return (mostPerMs - leastPerMs) * halfMs + (mostShare - leastShare);
}

function middleOf({ leastPerMs, mostPerMs, leastShare, mostShare }: Box): Box {
  const perMs = (leastPerMs + mostPerMs) / 2;
  const share = (leastShare + mostShare) / 2;
  return { leastPerMs: perMs, mostPerMs: perMs, leastShare: share, mostShare: share };
}

function halves(box: Box, halfMs: number): readonly [Box, Box] {
  const middle = middleOf(box);
  return (box.mostPerMs - box.leastPerMs) * halfMs > box.mostShare - box.leastShare
    ? [
        { ...box, leastPerMs: middle.leastPerMs },
        { ...box, mostPerMs: middle.mostPerMs },
      ]
    : [
        { ...box, leastShare: middle.leastShare },
        { ...box, mostShare: middle.mostShare },
      ];
}
