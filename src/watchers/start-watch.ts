import { isOutage } from '../exchange/exchange.ts';
import { judgeSchema } from './body-schema.ts';
import { DocumentedStatusWatcher } from './documented-status.ts';
import { judgeErrorBody } from './error-body.ts';
import { ErrorCodeWatcher } from './error-code.ts';
import { judgeInternals } from './internals.ts';
import { MediaTypeWatcher } from './media-type.ts';
import { judgeRateHeaders, planLimitRule } from './rate-headers.ts';
import { RateResetWatcher } from './rate-reset.ts';
import { RemainingCountWatcher } from './remaining-count.ts';
import { ServerErrorWatcher } from './server-error.ts';
import { Notes, type Rule, type Watch, type WatchContext } from './watch.ts';
import { describeExchange } from './watched-exchange.ts';

/** The ids of the requirements that are judged on every exchange of a run, in the catalogue's order. */
export const watchedRequirements: readonly string[] = [
  'responses/documented-status',
  'responses/schema',
  'responses/media-type',
  'errors/body-shape',
  'errors/status-matches',
  'errors/not-empty',
  'errors/code-stable',
  'errors/no-server-error',
  'errors/no-internals',
  'errors/codes',
  'rate/headers-present',
  'rate/headers-well-formed',
  'rate/reset-is-timestamp',
  'rate/limit-matches-plan',
  'rate/remaining-counts-down',
];

/**
 * Starts watching a run, or traffic that was recorded elsewhere.
 *
 * @param of.remaining whether to judge how Remaining counts down; another watch may, which sees every response
 * @param of.losses whether it sees every request and its repetitions, so that lost responses can be counted
 */
export function startWatch(context: WatchContext, { remaining = true, losses = true } = {}): Watch {
  const codes = new ErrorCodeWatcher();
  const serverErrors = new ServerErrorWatcher(losses);
  const stateful = (of: { see: Rule }): Rule => of.see.bind(of);
  const rules: readonly Rule[] = [
    stateful(new DocumentedStatusWatcher()),
    judgeSchema,
    stateful(new MediaTypeWatcher()),
    judgeErrorBody,
    stateful(codes),
    stateful(serverErrors),
    judgeInternals,
    judgeRateHeaders,
    stateful(new RateResetWatcher(context)),
    planLimitRule(context),
    ...(remaining ? [stateful(new RemainingCountWatcher(context))] : []),
  ];
  return {
    see(exchange) {
      const notes = new Notes(exchange.number);
      if (!isOutage(exchange)) {
        const seen = describeExchange(exchange);
        for (const judge of rules) {
          judge(seen, notes);
        }
      }
      return notes;
    },
    undecided: (requirement) => (requirement === 'errors/no-server-error' ? serverErrors.undecided : []),
    observations: () => codes.observations(),
  };
}
