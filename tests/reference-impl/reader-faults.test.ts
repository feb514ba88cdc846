import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningImplementation,
  startFaultyImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import { acceptedBodies, bodyFor } from './accepted-bodies.ts';
import { post } from './service-client.ts';

const valid = '{"name":"Rex","categoryId":1,"status":"sold"}';

async function statusOf(service: RunningImplementation, body: string, mediaType: string): Promise<number> {
  const authorization = `Bearer ${service.keys.enterprise}`;
  return (await post(service, body, { authorization, headers: { 'content-type': mediaType } })).status;
}

describe('a parser fault', () => {
  let reference: RunningImplementation;

  beforeAll(async () => {
    reference = await startReferenceImplementation();
  });

  afterAll(() => reference.close());

  it.each(Object.entries(acceptedBodies))(
    '%s accepts a body that the reference rejects: %j',
    async (name, accepted) => {
      const { body, mediaType } = bodyFor(accepted);
      expect(await statusOf(reference, body, mediaType)).toBe(400);
      const service = await startFaultyImplementation(name);
      try {
        expect(await statusOf(service, body, mediaType)).toBe(201);
        expect(await statusOf(service, valid, 'application/json')).toBe(201);
        expect(await statusOf(service, '{"name":5,"categoryId":true}', 'application/json')).toBe(400);
      } finally {
        await service.close();
      }
    },
  );
});
