import { type Allowance, type LimiterModel, secondMs } from './limiter-model.ts';

/** The common part of windows, however they begin. */
export const fixedWindows: Omit<LimiterModel, 'kind' | 'explains'> = {
  announcesEnd: true,
  mostRestored: () => 0,
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => windowMs,
};

/** The possible error of a window by a clock of whole seconds or by timers: a tenth of a short one. */
export function cutMs({ windowMs, slackMs }: Allowance): number {
  return slackMs + Math.min(secondMs, windowMs / 10);
}
