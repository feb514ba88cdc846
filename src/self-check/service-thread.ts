import { parentPort } from 'node:worker_threads';
import {
  faultNamed,
  mixtureOf,
  namesInMixture,
  type Parts,
  type RunningImplementation,
  startReferenceImplementation,
} from '../../reference-impl/index.ts';
import type { ServiceAnswer, ServiceRequest } from './served-subject.ts';
import type { Subject, TrialOrder } from './trial.ts';
import { serviceOf } from './trial-settings.ts';

const running = new Map<number, RunningImplementation>();

parentPort?.on('message', (request: ServiceRequest) => {
  const { number } = request;
  const doing = request.kind === 'start' ? start(number, request.order) : close(number);
  void doing
    .catch((error: unknown): ServiceAnswer => {
      const message = error instanceof Error ? error.message : String(error);
      return { number, served: null, error: message };
    })
    .then((answer) => parentPort?.postMessage(answer));
});

async function start(number: number, order: TrialOrder): Promise<ServiceAnswer> {
  const decorate = decoratorOf(order.subject);
  const service = await startReferenceImplementation({ ...serviceOf(order), decorate });
  running.set(number, service);
  const { close: _, ...served } = service;
  return { number, served, error: null };
}

async function close(number: number): Promise<ServiceAnswer> {
  await running.get(number)?.close();
  running.delete(number);
  return { number, served: null, error: null };
}

function decoratorOf({ kind, name }: Subject): (parts: Parts) => Parts {
  if (kind !== 'fault') {
    return mixtureOf(namesInMixture(name)).apply;
  }
  const fault = faultNamed(name);
  if (fault === undefined) {
    throw new Error(`No fault is named ${name}.`);
  }
  return fault.apply;
}
