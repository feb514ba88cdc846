import { describe, expect, it } from 'vitest';
import { type Fault, type InvalidCreation, without } from '../../../suites/cases/invalid-creation.ts';
import { refusesCreation } from '../../../suites/refused-creations.ts';
import { kindsOf, reasonOf, storeSession, success } from './small-store.ts';

const lenient = { id: 77, name: 'Rex', categoryId: 1 };
const broken: InvalidCreation = { text: '{"categoryId":1}', breaks: 'name is missing' };

function inEveryPet(creation: InvalidCreation): Fault {
  return () => creation;
}

describe('a broken body', () => {
  it('that is refused is as it should be, beside a control that was accepted', async () => {
    const session = await storeSession();
    await refusesCreation(session.check('create/missing-name'), inEveryPet(broken));
    expect(kindsOf(session)).toEqual([]);
    expect(session.requests.map(({ body }) => body)).toEqual([
      '{"name":"Rex cabcdef1z","categoryId":1,"status":"pending"}',
      broken.text,
    ]);
  });

  it('that is accepted is a deviation, with its control', async () => {
    const session = await storeSession(({ body }) =>
      body === broken.text ? success(lenient, 201) : undefined,
    );
    await refusesCreation(session.check('create/missing-name'), inEveryPet(broken));
    const [finding] = session.findings.filter(({ requirement }) => requirement === 'create/missing-name');
    expect(finding).toMatchObject({ kind: 'status-201', related: [{ exchange: 1 }] });
  });

  it('proves nothing where a valid one is refused too', async () => {
    const session = await storeSession(({ method }) => (method === 'POST' ? { status: 400 } : undefined));
    expect(await reasonOf(refusesCreation(session.check('create/missing-name'), inEveryPet(broken)))).toMatch(
      /^Inconclusive: a valid creation returned 400/,
    );
  });

  it('is not sent in a run that creates nothing', async () => {
    const session = await storeSession(undefined, { readOnly: true });
    session.session.acceptedCreations.set('pending', expect.anything());
    expect(await reasonOf(refusesCreation(session.check('create/missing-name'), inEveryPet(broken)))).toMatch(
      /^Skipped: /,
    );
    expect(session.requests).toEqual([]);
  });

  it('goes out as JSON, or by the media types that are given, accepting what it says', async () => {
    const session = await storeSession();
    const check = session.check('create/content-type-required');
    await refusesCreation(check, inEveryPet(broken));
    await refusesCreation(check, inEveryPet({ ...broken, contentTypes: ['text/plain'] }));
    await refusesCreation(check, inEveryPet({ ...broken, contentTypes: [] }));
    await refusesCreation(check, inEveryPet({ ...broken, accept: '*/*' }));
    const [, ...sent] = session.requests.map(({ headers }) => [headers['content-type'], headers.accept]);
    expect(sent).toEqual([
      ['application/json', 'application/json'],
      ['text/plain', 'application/json'],
      [undefined, 'application/json'],
      ['application/json', '*/*'],
    ]);
  });
});

it('is made from a pet of its own', async () => {
  const session = await storeSession();
  const check = session.check('create/missing-name');
  for (const fault of [without('name'), named, named]) {
    await refusesCreation(check, fault);
  }
  const [, ...sent] = session.requests.map(({ body }) => body);
  expect(sent).toEqual(['{"categoryId":1,"status":"pending"}', 'Rex cabcdef3z', 'Rex cabcdef4z']);
});

const named: Fault = ({ name }) => ({ text: name, breaks: 'it is no JSON' });
