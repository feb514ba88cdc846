import type { Exchange } from '../exchange/exchange.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { member, parseJson } from '../json/exact-json.ts';

/** The status that an accepted creation of a valid `NewPet` sent, or `null` for any other exchange. */
export function acceptedStatus({ request, response }: Exchange): string | null {
  if (response?.status !== 201 || describeRequest(request).newPet === null) {
    return null;
  }
  const status = member(parseJson(request.body ?? ''), 'status');
  return typeof status === 'string' ? status : null;
}
