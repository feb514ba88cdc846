import { parentPort } from 'node:worker_threads';
import {
  type Decoration,
  faultNamed,
  mixtureOf,
  namesInMixture,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import type { ServiceAnswer, ServiceRequest } from './served-subject.ts';
import type { Subject } from './trial.ts';
import { serviceOf } from './trial-settings.ts';

parentPort?.on('message', async ({ order, port }: ServiceRequest) => {
  const say = (answer: ServiceAnswer): void => port.postMessage(answer);
  try {
    const decorate = decoratorOf(order.subject);
    const { close, ...served } = await startReferenceImplementation({ ...serviceOf(order), decorate });
    port.once('message', () => void close().finally(() => port.close()));
    say(served);
  } catch (error) {
    say({ error: error instanceof Error ? error.message : String(error) });
    port.close();
  }
});

function decoratorOf({ kind, name }: Subject): Decoration {
  if (kind !== 'fault') {
    return mixtureOf(namesInMixture(name)).apply;
  }
  const fault = faultNamed(name);
  if (fault === undefined) {
    throw new Error(`No fault is named ${name}.`);
  }
  return fault.apply;
}
