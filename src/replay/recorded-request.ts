import type { RecordedRequest } from '../exchange/exchange.ts';
import { isAddedByClient } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import type { OutgoingRequest } from '../target/target.ts';
import { spelledOut } from './secret-expression.ts';

/** What every request of that run carried (`--header`): this one carries what is given now. */
const carried = /(?:; )?\$ANIMAL_STORE_HEADER_\d{1,3}$/;

/**
 * A recorded request as it can be sent again, with keys put in.
 *
 * Only requests of the three operations are: a report may come from anybody, and nothing that it holds may change what
 * the interface can't.
 *
 * @param target the recorded one, or another in its place
 * @returns `null` where it can't be sent as it was
 */
export function outgoingRequest(
  recorded: RecordedRequest,
  target: string,
  keys: ReadonlyMap<string, string>,
): OutgoingRequest | null {
  const { method, headers, body, credential, firstWriteBytes } = recorded;
  const path = spelledOut(target, keys);
  const text = body === null ? null : spelledOut(body, keys);
  const fields = headers
    .filter(([name]) => !isAddedByClient(name))
    .flatMap(([name, value]): [string, string][] => {
      const own = value.replace(carried, '');
      return own === '' && value !== '' ? [] : [[name, own]];
    })
    .map(([name, value]) => ({ name, value: spelledOut(value, keys), shownAs: value }));
  const isWhole = !body?.includes('\ufffd') && describeRequest({ ...recorded, target }).operation !== null;
  if (!isWhole || path === null || (text === null && body !== null)) {
    return null;
  }
  const sendable = fields.flatMap(({ name, value, shownAs }) =>
    value === null ? [] : [value === shownAs ? { name, value } : { name, value, shownAs }],
  );
  return sendable.length < fields.length
    ? null
    : {
        method,
        target: path,
        ...(path === target ? {} : { targetShownAs: target }),
        headers: sendable,
        body: text,
        ...(firstWriteBytes === undefined ? {} : { firstWriteBytes }),
        credential,
      };
}
