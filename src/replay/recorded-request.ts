import type { RecordedRequest } from '../exchange/exchange.ts';
import { isAddedByClient } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { partsOf } from '../report/shell-word.ts';
import type { OutgoingRequest } from '../target/target.ts';

/** The additional header fields of that run (`--header`), replaced with the current ones. */
const carried = /(?:; )?\$ANIMAL_STORE_HEADER_\d{1,3}$/;

/**
 * A recorded request in a form that can be sent again, with keys inserted.
 *
 * Only requests of the three operations, because anyone may have written the report, and replaying it must not change
 * anything that the interface can't.
 *
 * @param target the recorded one, or another in its place
 * @returns `null` if it can't be sent unchanged
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

const plain = /^\$([A-Z_0-9]+)$/;
const shortened = /^\$\{([A-Z_0-9]+)(?:(%{1,2}|#{1,2})(\?{1,512}))?\}$/;

/**
 * A recorded text with keys instead of their expressions: `$ANIMAL_STORE_API_KEY`, or a shortened one such as
 * `${ANIMAL_STORE_API_KEY%?}`.
 *
 * @param keys by the names of their variables
 * @returns `null` if a key is unknown, or an expression needs a shell
 */
export function spelledOut(text: string, keys: ReadonlyMap<string, string>): string | null {
  const parts = partsOf(text).map((part, index) => (index % 2 === 0 ? part : expanded(part, keys)));
  return parts.every((part) => part !== null) ? parts.join('') : null;
}

function expanded(expression: string, keys: ReadonlyMap<string, string>): string | null {
  const [, name, side = '', marks = ''] = plain.exec(expression) ?? shortened.exec(expression) ?? [];
  const key = name === undefined ? undefined : keys.get(name);
  if (key === undefined) {
    return null;
  }
  const characters = Array.from(key);
  if (marks.length > characters.length) {
    return key;
  }
  return side.startsWith('%')
    ? characters.slice(0, characters.length - marks.length).join('')
    : characters.slice(marks.length).join('');
}
