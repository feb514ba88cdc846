import type { Exchange } from '../exchange/exchange.ts';
import { openTarget, type TargetParts } from '../run/open-target.ts';
import { answerOf } from '../suite/answer.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { bearer, listPets } from '../target/api-request.ts';
import { directTransport, type Place, type Transport } from '../target/transport.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { good, problem } from './preflight-headers.ts';

/** How connections to a place are made; otherwise as those to the base URL. */
export function transportTo({ address }: Place, transport: Transport = directTransport): Transport {
  return { ...transport, address };
}

/** Whether each further place of a run serves its key, by one list. */
export async function placeSteps(
  options: RunOptions,
  parts: Omit<TargetParts, 'options'>,
): Promise<PreflightStep[]> {
  const steps: PreflightStep[] = [];
  for (const [index, place] of (options.places ?? []).entries()) {
    const { baseUrl } = place;
    const there = { ...options, baseUrl, transport: transportTo(place, options.transport) };
    const target = openTarget({ ...parts, options: there });
    try {
      const key = bearer(options.apiKey, 'api-key', '$ANIMAL_STORE_API_KEY');
      const exchange = await target.send(listPets({ limit: 1 }, key), 'place');
      steps.push(stepOf(`place ${index + 1}`, place, exchange));
    } finally {
      await target.close();
    }
  }
  return steps;
}

function stepOf(name: string, { shownAs }: Place, exchange: Exchange): PreflightStep {
  const { response, failure } = exchange;
  const remedy = 'pass an address of the same service, which accepts the same keys';
  if (response === null) {
    return problem(name, `${shownAs} does not respond: ${failure?.detail ?? 'no response'}`, remedy);
  }
  if (response.status !== 200 || answerOf(exchange)?.json === undefined) {
    const what = response.status === 200 ? 'no JSON' : response.status;
    return problem(name, `${shownAs} returned ${what} for GET /pets`, remedy);
  }
  const tookMs = Math.round(exchange.finishedAtMs - exchange.sentAtMs);
  return good(name, `${shownAs} responds in ${tookMs} ms`);
}
