import { describe, expect, it } from 'vitest';
import type { ServiceAnswer, ServiceRequest } from '../suite/service.ts';
import { emptyList, preflightOf, service } from './preflight-service.ts';

const nameIn = ({ body }: ServiceRequest): string => JSON.parse(body).name;
const categoryIn = ({ body }: ServiceRequest): number => JSON.parse(body).categoryId;

function refusedBecause(message: string, status = 400): ServiceAnswer {
  return { status, body: JSON.stringify({ code: 'invalid', message, status }) };
}

function accepted(request: ServiceRequest): ServiceAnswer {
  return { status: 201, body: request.body.replace('{', '{"id":7,') };
}

/** A service that accepts names of this form alone, and says so in these words. */
function restricting(form: RegExp, message: string, status = 400) {
  return service(emptyList, (request) =>
    form.test(nameIn(request)) ? accepted(request) : refusedBecause(message, status),
  );
}

describe('a service that restricts names', () => {
  it.each<[string, RegExp, RegExp]>([
    ['letters only, ten at most', /^[A-Za-z]{1,10}$/, /^Cabcdef[a-y]{3}$/],
    ['small letters only', /^[a-z]+$/, /^cabcdef[a-y]{3}$/],
    ['a capital, then small letters', /^[A-Z][a-z]*$/, /^Cabcdef[a-y]{3}$/],
    ['no digits', /^\D+$/, /^Rex cabcdef[a-y]{3}$/],
    ['no blank', /^\S+$/, /^Cabcdef[a-y]{3}$/],
    ['a capital in front', /^[A-Z][A-Za-z0-9 ]+$/, /^Rex cabcdef\d{7}z$/],
    ['two words', /^\S+( \S+)?$/, /^Rex cabcdef\d{7}z$/],
    ['20 characters', /^.{1,20}$/, /^Rex cabcdef\d{7}z$/],
    // Shorter than later names with more digits in their tags.
    ['13 characters', /^.{1,13}$/, /^Cabcdef[a-y]{3}$/],
  ])('is given names that it accepts: %s', async (_what, form, name) => {
    const { baseUrl, requests } = await restricting(form, 'The name is not valid');
    const { outcomes, step, workingCategories, nameForm } = await preflightOf(baseUrl);
    expect(outcomes.slice(-2)).toEqual(['category good', 'name note']);
    expect(workingCategories).toEqual([1n]);
    const creations = requests.filter(({ method }) => method === 'POST');
    const last = creations.at(-1);
    expect(last === undefined ? '' : nameIn(last)).toMatch(name);
    expect(creations.length).toBeLessThanOrEqual(5);
    expect(step('name')?.text).toContain('The name is not valid');
    expect(nameForm).not.toEqual({ template: 'bella {tag} II', tags: 'digits' });
  });

  it.each([400, 422])('by a %i that does not say what is wrong', async (status) => {
    const { baseUrl } = await restricting(/^[a-z]+$/, 'No.', status);
    expect((await preflightOf(baseUrl)).outcomes.slice(-2)).toEqual(['category good', 'name note']);
  });

  it('and has no category 1 either', async () => {
    const { baseUrl } = await service(emptyList, (request) => {
      if (!/^[A-Za-z]+$/.test(nameIn(request))) {
        return refusedBecause('The name may have letters only');
      }
      return categoryIn(request) === 10 ? accepted(request) : refusedBecause('There is no such category');
    });
    const { workingCategories, outcomes } = await preflightOf(baseUrl);
    expect([workingCategories, outcomes.at(-1)]).toEqual([[10n], 'name note']);
  });

  it('in an unforeseeable way is not reported to lack a category: its own message is shown', async () => {
    const { baseUrl } = await restricting(/^PET-\d+$/, 'The name must look like PET-123');
    const { step, outcomes } = await preflightOf(baseUrl);
    expect(outcomes.at(-1)).toBe('creation problem');
    expect(step('creation')?.text).toContain('The name must look like PET-123');
    expect(step('creation')?.text).not.toContain('no category');
    expect(step('creation')?.remedy).toContain('--name-template');
    const named = await preflightOf(baseUrl, { categoryIds: [7n] });
    expect(named.outcomes.at(-1)).toBe('creation problem');
  });

  it('to fewer letters than a tag has gets the reason why no template helps', async () => {
    const { baseUrl } = await restricting(/^.{1,5}$/, 'The name is too long');
    const { step } = await preflightOf(baseUrl);
    expect(step('creation')?.text).toContain('tried 5 forms of names');
    expect(step('creation')?.remedy).toContain('No template makes names shorter than 10 letters');
    expect(step('creation')?.remedy).toContain('or --read-only to test without creations');
    expect(step('creation')?.remedy).not.toContain('--category-id');
  });

  it('is given names by the template of the user', async () => {
    const { baseUrl, requests } = await restricting(/^pet-[a-z]+-x$/, 'The name must look like pet-abc-x');
    const { nameForm } = await preflightOf(baseUrl, { nameTemplate: 'pet-{tag}-x' });
    expect(nameForm).toEqual({ template: 'pet-{tag}-x', tags: 'letters' });
    expect(requests.flatMap((each) => (each.method === 'POST' ? [nameIn(each)] : []))).toEqual([
      'pet-cabcdef9008160z-x',
      expect.stringMatching(/^pet-cabcdef[a-y]{3}-x$/),
    ]);
  });

  it('is left to the run if the user named both, and the service still refuses them', async () => {
    const { baseUrl } = await restricting(/^never$/, 'The name is not valid');
    const { outcomes } = await preflightOf(baseUrl, { categoryIds: [7n], nameTemplate: 'x{tag}' });
    expect(outcomes.at(-1)).toBe('creation note');
  });
});
