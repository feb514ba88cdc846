import fc from 'fast-check';
import { coveringCases } from '../../src/arbitraries/covering-cases.ts';
import type { NameShape } from '../../src/arbitraries/names.ts';
import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import { writeJson } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { assume, OfAnotherRequirement } from '../../src/suite/outcome.ts';
import { perRun } from '../../src/suite/session.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import type { RequirementId } from '../requirements.ts';
import {
  type Form,
  forms,
  formText,
  inChunks,
  inForm,
  inSmallLetters,
  inTwoWrites,
  usualForm,
} from './as-others-send.ts';
import { judgeAccepted, smallLetters } from './valid-creations.ts';

const orders = [
  'name categoryId status',
  'status name categoryId',
  'categoryId status name',
  'name status categoryId',
  'status categoryId name',
  'categoryId name status',
] as const;

/** How a client writes a valid creation: it means the same in every writing. */
export interface Writing extends Form {
  /** Of digits: a service may refuse such a name, since the document shows no bounds of names. */
  readonly name: 'usual' | 'small letters' | 'digits';
  readonly lines: 'one' | 'several' | 'several, the first one empty';
  /** The order of the members, which has no meaning (RFC 8259 section 4). */
  readonly order: (typeof orders)[number];
  /** An escape means what its character means, in a value and in the name of a member (RFC 8259 section 7). */
  readonly isNameEscaped: boolean;
  readonly isMemberEscaped: boolean;
  readonly isInSmallLetters: boolean;
  /** In chunks: without a `Content-Length`, which a server must be able to decode (RFC 9112 section 7.1). */
  readonly sending: 'in one write' | 'in two writes' | 'in chunks';
  readonly status: NewPet['status'] | undefined;
  /** Equivalent notations of the media type of JSON (RFC 9110 section 8.3.1). */
  readonly mediaType: string;
  /** Of a plain name, instead of `name`. */
  readonly shape?: NameShape;
}

export const usualWriting: Writing = {
  name: 'usual',
  ...usualForm,
  lines: 'one',
  order: 'name categoryId status',
  isNameEscaped: false,
  isMemberEscaped: false,
  isInSmallLetters: false,
  sending: 'in one write',
  status: 'sold',
  mediaType: 'application/json',
};

const either = [false, true] as const;

const dimensions = {
  order: orders,
  ...forms,
  name: ['usual', 'small letters'],
  status: ['sold', 'pending', 'available', undefined],
  mediaType: [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
  ],
  lines: ['one', 'several', 'several, the first one empty'],
  isNameEscaped: either,
  isMemberEscaped: either,
  isInSmallLetters: either,
  sending: ['in one write', 'in chunks', 'in two writes'],
} as const;

/** The notations of the media type beside the usual one. */
export const mediaTypes = dimensions.mediaType.slice(1);

/** Everything unusual in one creation. */
export const unusualWriting: Writing = {
  name: 'digits',
  accept: '*/*',
  isCompressed: true,
  isFresh: false,
  lines: 'several',
  order: 'status categoryId name',
  isNameEscaped: true,
  isMemberEscaped: true,
  isInSmallLetters: true,
  sending: 'in two writes',
  status: 'sold',
  mediaType: 'Application/JSON; charset=utf-8',
};

/** Everything unusual at once, and then writings in which the values of every two dimensions meet. */
export const writings: readonly Writing[] = [
  { ...unusualWriting, name: 'usual' },
  ...coveringCases(dimensions),
];

/** The same writings in any combination, each value from the usual one on. */
export const anyWriting: fc.Arbitrary<Writing> = fc.record({
  order: fc.constantFrom(...orders),
  accept: fc.constantFrom(...forms.accept),
  isCompressed: fc.constantFrom(...forms.isCompressed),
  isFresh: fc.constantFrom(...forms.isFresh),
  name: fc.constantFrom(...dimensions.name),
  status: fc.constantFrom(...dimensions.status),
  mediaType: fc.constantFrom(...dimensions.mediaType, unusualWriting.mediaType),
  lines: fc.constantFrom(...dimensions.lines),
  isNameEscaped: fc.constantFrom(...either),
  isMemberEscaped: fc.constantFrom(...either),
  isInSmallLetters: fc.constantFrom(...either),
  sending: fc.constantFrom(...dimensions.sending),
});

const sentAs: Readonly<Record<Writing['sending'], (request: OutgoingRequest) => OutgoingRequest>> = {
  'in one write': (request) => request,
  'in two writes': inTwoWrites,
  'in chunks': inChunks,
};

/** A new animal in this writing. */
export function written(check: Check, writing: Writing): OutgoingRequest {
  const plain = check.plainPet(
    writing.status ?? 'none',
    writing.name === 'small letters' ? smallLetters : writing.shape,
  );
  const pet = writing.name === 'digits' ? { ...plain, name: nameOfDigits(check) } : plain;
  const request = createPet(bodyOf(pet, writing), check.session.key, [writing.mediaType]);
  const formed = inForm(sentAs[writing.sending](request), writing);
  return writing.isInSmallLetters ? inSmallLetters(formed) : formed;
}

export function bodyOf(pet: NewPet, writing: Writing): string {
  const name = writing.isNameEscaped ? withEscape(pet.name) : writeJson(pet.name);
  const written: Readonly<Record<string, readonly string[]>> = {
    name: ['"name"', name],
    categoryId: [writing.isMemberEscaped ? '"c\\u0061tegoryId"' : '"categoryId"', String(pet.categoryId)],
    ...(pet.status === undefined ? {} : { status: ['"status"', `"${pet.status}"`] }),
  };
  const members = writing.order.split(' ').flatMap((member) => {
    const one = written[member];
    return one === undefined ? [] : [one];
  });
  if (writing.lines === 'one') {
    return `{${members.map((member) => member.join(':')).join(',')}}`;
  }
  const before = writing.lines === 'several' ? '' : '\n';
  return `${before}{\n  ${members.map((member) => member.join(' : ')).join(',\n  ')}\n}\n`;
}

/** The name as a JSON string whose first UTF-16 unit, or pair of surrogates, is escaped. */
function withEscape(name: string): string {
  const [first = ''] = name;
  const escapes = first.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escapes.join('')}${writeJson(name.slice(first.length)).slice(1)}`;
}

/** Unique to this run, because a service may refuse duplicate names. */
function nameOfDigits({ session }: Check): string {
  return `00${session.tags.next().replace(/\D/g, (letter) => `${letter.charCodeAt(0) % 10}`)}`;
}

/** A plain creation with the status. */
export function plainWriting(status: Writing['status']): Writing {
  return { ...usualWriting, status };
}

/** Whether the service insists on a `Content-Length`, as it may. */
const refusesChunks = perRun(() => ({ isKnown: false }));

/**
 * Sends a creation in this writing, which must return 201.
 *
 * @throws {OfAnotherRequirement} if a simpler writing does not, whose requirement is another one: that is the cause.
 */
export async function acceptsWriting(check: Check, writing: Writing): Promise<void> {
  const chunks = refusesChunks(check);
  const isChunked = writing.sending === 'in chunks';
  const sent: Writing = isChunked && chunks.isKnown ? { ...writing, sending: 'in one write' } : writing;
  const answer = await sendWriting(check, sent);
  if (answer.status === 201) {
    judgeAccepted(check, answer);
    return;
  }
  if (sent.sending === 'in chunks' && [411, 501].includes(answer.status)) {
    chunks.isKnown = true;
    await acceptsWriting(check, writing);
    return;
  }
  const requirement = requirementOf(sent);
  const what = ['A valid creation', ...wordsOf(sent)].join(' ');
  assume(
    requirement === check.requirement,
    `${what} returned ${answer.status}: see ${requirement}`,
    OfAnotherRequirement,
  );
  check.expectStatus(answer, 201, what);
}

export function sendWriting(check: Check, writing: Writing): Promise<Answer> {
  return check.send(written(check, writing), writing.isFresh);
}

/** The requirement that a service violates which refuses this writing, and no simpler one. */
function requirementOf(writing: Writing): RequirementId {
  const names = Object.keys(usualWriting) as (keyof Writing)[];
  const [unusual, ...others] = names.filter((name) => writing[name] !== usualWriting[name]);
  if (unusual === 'mediaType' && others.length === 0) {
    return 'create/content-type-parameters';
  }
  const isStatusless = unusual === 'status' && writing.status === undefined && others.length === 0;
  return isStatusless ? 'create/status-optional' : 'create/accepts-valid';
}

/** Everything unusual about it, to follow the words `A valid creation`. */
function wordsOf(writing: Writing): string[] {
  const words = [
    [writing.mediaType !== usualWriting.mediaType, `sent as ${writing.mediaType}`],
    [writing.status === undefined, 'without a status'],
    [![usualWriting.status, undefined].includes(writing.status), `with the status ${writing.status}`],
    [writing.lines === 'several', 'on several lines'],
    [writing.lines === 'several, the first one empty', 'with an empty first line'],
    [
      writing.order !== usualWriting.order,
      `with its members in the order ${writing.order.replaceAll(' ', ', ')}`,
    ],
    [writing.isNameEscaped, 'with an escape in the name'],
    [writing.isMemberEscaped, 'with an escape in the name of a member'],
    [writing.name === 'small letters', 'with a name in small letters'],
    [writing.isInSmallLetters, 'with header names in lower case'],
    [writing.sending !== 'in one write', writing.sending],
  ] as const;
  const form = formText(writing).trim();
  return [...words.flatMap(([holds, word]) => (holds ? [word] : [])), ...(form === '' ? [] : [form])];
}
