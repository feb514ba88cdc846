import { describe, expect, test } from 'vitest';
import { faultNamed, faults, needsMeasurement } from '../../reference-impl/index.ts';
import { faultsTogether, ordersTogether, partOf, sharedOrder } from '../../src/self-check/shared-trial.ts';
import { orderOf, trialOf } from './trials.ts';

const functional = faults.filter((fault) => !needsMeasurement(fault));
const first = orderOf('fault', 'json-nan');
const second = orderOf('fault', 'token-base64');
const shared = sharedOrder([first, second]);

describe('faults that share a service', () => {
  const batches = faultsTogether(functional);

  test('are each in one of far fewer services', () => {
    expect(
      batches
        .flat()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(functional.map(({ name }) => name).toSorted());
    expect(batches.length).toBeLessThan(functional.length / 2);
  });

  test('need few services with an ample allowance', () => {
    const needing = functional.filter(({ needs }) => needs === 'ample-allowance');
    const services = batches.filter((batch) => batch.some((fault) => needing.includes(fault)));
    expect(services.length).toBeLessThan(needing.length / 3);
  });

  test('each violate something that none of the others may violate', () => {
    const blurred = batches.flatMap((batch) =>
      batch.filter(({ name, violates }) => {
        const others = batch.filter((other) => other.name !== name);
        const ofOthers = others.flatMap((other) => [...other.violates, ...other.mayViolate]);
        return violates.some((id) => ofOthers.includes(id));
      }),
    );
    expect(blurred).toEqual([]);
  });

  test('keep their orders', () => {
    const orders = ['json-nan', 'token-base64', 'json-infinity'].map((name) => orderOf('fault', name));
    const together = ordersTogether(orders);
    expect(together.length).toBe(2);
    expect(together.flat().toSorted((one, other) => orders.indexOf(one) - orders.indexOf(other))).toEqual(
      orders,
    );
    expect(ordersTogether([])).toEqual([]);
  });

  test('become one fault that violates the requirements of all', () => {
    const both = faultNamed(shared.subject.name);
    expect(both?.violates).toEqual(['create/malformed-json', 'auth/unknown-key']);
    expect(both?.needs).toBe('ample-allowance');
    expect(faultNamed('json-nan+unheard-of')).toBeUndefined();
  });
});

describe('a shared run', () => {
  const ids = (trial: ReturnType<typeof partOf>) => trial?.reported.map(({ requirement }) => requirement);

  test('decides each fault by the requirements of that fault', () => {
    const trial = trialOf(shared, ['auth/unknown-key', 'create/malformed-json']);
    expect(ids(partOf(first, shared, trial))).toEqual(['create/malformed-json']);
    expect(ids(partOf(second, shared, trial))).toEqual(['auth/unknown-key']);
  });

  test('leaves a fault undecided that it does not report', () => {
    const trial = trialOf(shared, ['auth/unknown-key']);
    expect(partOf(first, shared, trial)).toBeNull();
    expect(partOf(second, shared, trial)).not.toBeNull();
  });

  test.each([
    [
      'reports a requirement that none of the faults violates',
      ['create/malformed-json', 'get/id-matches'],
      [],
    ],
    ['fails', ['create/malformed-json'], ['out of memory']],
  ])('that %s decides no fault', (_case, reported, errors) => {
    const trial = trialOf(shared, [...reported, 'auth/unknown-key'], { errors });
    expect([partOf(first, shared, trial), partOf(second, shared, trial)]).toEqual([null, null]);
  });
});
