import type { Exchange } from '../exchange/exchange.ts';
import { listPets } from '../target/api-request.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { openTarget } from './open-target.ts';
import type { Session } from './session.ts';

/** Asks for a short list at another base URL, and records it without judging it. */
export type AskElsewhere = (baseUrl: string) => Promise<Exchange>;

/** @param run the run that asks; its bound on requests holds for these as well */
export function askingElsewhere(
  session: Session,
  run: { readonly tag: string; readonly startedAtMs: number; readonly record: (event: RunEvent) => void },
): AskElsewhere {
  let asked = 0;
  return async (baseUrl) => {
    const target = openTarget({
      ...run,
      options: { ...session.options, baseUrl },
      exchangesBefore: session.target.requestsSent + asked,
      // An exchange is read as one with the base URL of the run unless its target says otherwise.
      onExchange: (exchange) => run.record({ type: 'exchange', exchange, touched: [] }),
    });
    try {
      const request = listPets({ limit: 1 }, session.key);
      asked += 1;
      return await target.send({ ...request, targetShownAs: baseUrl + request.target }, 'preflight');
    } finally {
      await target.close();
    }
  };
}
