import type { Example } from '../../src/verdict/explanation.ts';
import {
  answer,
  bella,
  error,
  example,
  newBella,
  notFound,
  open,
  owed,
  post,
  get as read,
  rex,
} from './example.ts';

const reading = 'Whoever looks animals up behind GET /pets/{petId}.';

/** Bella is added and read, and read once more. */
function readTwice(says: string, second: typeof bella): Example {
  return example(
    says,
    [post(newBella), answer(201, bella)],
    [read('/pets/1'), answer(200, bella)],
    [read('/pets/1'), answer(200, second)],
  );
}

/** `get/`: `GET /pets/{petId}`, which is deprecated. */
export const get = {
  'get/returns-created': owed({
    sends: 'New animals by their ids, at once.',
    accepts: 'Status 200 and the animal as it was added; after a 201 it exists.',
    why: 'Clients redirect to what they have just added: a replica that lags shows them a 404.',
    acts: 'Whoever looks animals up: replicas and caches must not be asked for what was just added.',
    right: example(
      'It is there at once.',
      [post(newBella), answer(201, bella)],
      [read('/pets/1'), answer(200, bella)],
    ),
    wrong: example('It is not there yet.', [post(newBella), answer(201, bella)], [read('/pets/1'), notFound]),
  }),
  'get/id-matches': owed({
    sends: 'Nothing of its own: every animal of the run that was read by id is looked at.',
    accepts: 'The id that was asked for.',
    why: 'Another id is another animal, of another shelter perhaps.',
    acts: reading,
    right: example('Animal 1.', [read('/pets/1'), answer(200, bella)]),
    wrong: example('1 was asked for, 2 comes.', [read('/pets/1'), answer(200, rex)]),
  }),
  'get/stable': owed({
    sends: 'Animals that were read early, once more at the end of the run.',
    accepts: 'The same id, name and categoryId.',
    why: 'No operation changes an animal: what changes by itself can not be relied on.',
    acts: reading,
    right: readTwice('The same twice.', bella),
    wrong: readTwice('Another name the second time.', { ...bella, name: 'BELLA' }),
  }),
  'get/status-stable': open({
    sends: 'Animals that were read early, once more at the end of the run.',
    why: 'The document shows no transitions, so a service may change a status by itself.',
    acts: 'Nobody has to; clients that cache a status want to know.',
    right: readTwice('The status stays.', bella),
    alsoRight: readTwice('The service sold Bella.', { ...bella, status: 'sold' }),
  }),
  'get/unknown-id': owed({
    sends: 'Ids far from any that were seen, 0 and negative ones among them.',
    accepts: 'Status 404; or 200 with an animal that has this very id, but not for every id.',
    why: 'Clients tell by the 404 that an animal is gone; a 500, or an empty 200, they take for a fault.',
    acts: reading,
    statuses: [404],
    right: example('There is none.', [read('/pets/8070450532247928831'), notFound]),
    wrong: example('400 is not what the document lists.', [
      read('/pets/8070450532247928831'),
      error(400, 'invalid_id', 'No such id'),
    ]),
  }),
  'get/malformed-id': owed({
    sends:
      'Ids that are no int64: abc, a known id with letters behind it, a fraction, one of 64 bits too many.',
    accepts: 'Any 4xx with an Error body.',
    why: 'A parser that stops at the first letter serves animal 1 for "1abc".',
    acts: 'Whoever reads the path: the framework, or its declaration of petId.',
    statuses: [400, 404, 422],
    right: example('Refused.', [read('/pets/1abc'), error(422, 'invalid_id', 'The id is not an integer')]),
    wrong: example('Read as 1.', [read('/pets/1abc'), answer(200, bella)]),
  }),
  'get/deprecation-signalled': open({
    sends: 'An animal by its id, whose answer is looked at: Deprecation, Sunset and Link headers.',
    why: 'The operation is to be removed on 5 December 2030: RFC 9745 and RFC 8594 have headers that say so.',
    acts: 'Nobody has to; whoever plans the removal reaches clients by them.',
    right: example('Announced.', [
      read('/pets/1'),
      answer(200, bella, { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }),
    ]),
    alsoRight: example('Not announced.', [read('/pets/1'), answer(200, bella)]),
  }),
};
