import { AnimalWatch } from '../animals/animal-watch.ts';
import { readPet } from '../animals/pet.ts';
import type { Exchange, RecordedRequest } from '../exchange/exchange.ts';
import { isAddedByClient } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { jsonValue } from '../exchange/response-body.ts';
import { exchangesByNumber, smallestExample } from '../report/example.ts';
import type { Report, ReportExchange, ReportFinding } from '../report/report.ts';
import { partsOf } from '../report/shell-word.ts';
import { runWatches } from '../run/run-watches.ts';
import type { OutgoingRequest, Target } from '../target/target.ts';
import type { Finding } from '../verdict/finding.ts';
import type { WatchContext } from '../watchers/watch.ts';

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
