import { AnimalWatch } from '../animals/animal-watch.ts';
import { readPet } from '../animals/pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { exchangesByNumber, smallestExample } from '../report/example.ts';
import type { Report, ReportExchange, ReportFinding } from '../report/report.ts';
import { runWatches } from '../run/run-watches.ts';
import type { Target } from '../target/target.ts';
import type { Finding } from '../verdict/finding.ts';
import type { WatchContext } from '../watchers/watch.ts';
import { outgoingRequest } from './recorded-request.ts';

export type Resent =
  | { readonly kind: 'shown'; readonly finding: Finding; readonly exchange: Exchange }
  | { readonly kind: 'not-shown' }
  | { readonly kind: 'no-answer'; readonly detail: string };

export interface ResendContext {
  readonly target: Target;
  readonly watch: WatchContext;
  readonly tag: string;
  /** By the names of their variables. */
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Sends the counterexample of a finding again, after the exchanges that belong to its proof, and shows all of them to
 * the watches of a run. Creates an animal of the example anew if its creation is among them.
 *
 * That the watches see the same violation proves that it is still there; that they don't proves nothing.
 */
export async function resendExample(
  requirement: string,
  finding: ReportFinding,
  report: Report,
  context: ResendContext,
): Promise<Resent> {
  const exchanges = exchangesByNumber(report);
  const example = smallestExample(finding, exchanges);
  if (example === undefined) {
    return { kind: 'not-shown' };
  }
  const before = finding.related
    .map(({ exchange }) => exchanges.get(exchange))
    .filter((exchange) => exchange !== undefined)
    .filter(({ number }) => number < example.number)
    .sort((left, right) => left.number - right.number);
  const watches = [...runWatches(context.watch), new AnimalWatch(context.tag)];
  const ids = new Map<string, string>();
  for (const recorded of [...before, example]) {
    const sent = await resend(recorded, ids, context);
    if (sent === null) {
      return { kind: 'not-shown' };
    }
    const found = watches.flatMap((watch) => watch.see(sent).findings);
    const shown = found.find((one) => one.requirement === requirement);
    if (shown !== undefined) {
      return { kind: 'shown', finding: shown, exchange: sent };
    }
    if (sent.response === null) {
      return { kind: 'no-answer', detail: sent.failure?.detail ?? 'no response' };
    }
  }
  return { kind: 'not-shown' };
}

/** @returns `null` if it can't be sent unchanged */
async function resend(
  recorded: ReportExchange,
  ids: Map<string, string>,
  { target, keys }: ResendContext,
): Promise<Exchange | null> {
  const path = recorded.request.target.replace(/^\/pets\/(-?\d+)$/, (whole, id: string) => {
    const known = ids.get(id);
    return known === undefined ? whole : `/pets/${known}`;
  });
  const request = outgoingRequest(recorded.request, path, keys);
  if (request === null) {
    return null;
  }
  const sent = await target.send(request, 'replay');
  const was = createdId(recorded);
  const is = createdId(sent);
  if (was !== null && is !== null) {
    ids.set(was, is);
  }
  return sent;
}

function createdId({ request, response }: Exchange): string | null {
  const pet = request.method === 'POST' && response?.status === 201 ? readPet(jsonValue(response)) : null;
  return pet === null ? null : pet.id.toString();
}
