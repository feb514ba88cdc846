import { brokenAnswers } from './broken-answers.ts';
import { brokenFigures } from './broken-figures.ts';
import { brokenSharing } from './broken-sharing.ts';
import type { BrokenLimiter } from './simulated-limiter.ts';

/** Limiters that violate the document, each in one way. */
export const brokenLimiters: readonly BrokenLimiter[] = [
  ...brokenFigures,
  ...brokenSharing,
  ...brokenAnswers,
];
