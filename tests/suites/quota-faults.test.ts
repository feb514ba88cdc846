import { describe, test, vi } from 'vitest';
import { faultNamed, faults, startFaultyImplementation } from '../../reference-impl/index.ts';
import { requirements } from '../../suites/requirements.ts';
import { every } from '../test-seed.ts';
import {
  atOnce,
  expectReported,
  type FreePlan,
  longerMinute,
  longestMs,
  shortDay,
  shortMinute,
} from './quota-verdict.ts';

vi.setConfig({ maxConcurrency: atOnce });

type Fault = (typeof faults)[number];

const binding = requirements
  .filter(({ id, level }) => id.startsWith('quota/') && level !== 'OBSERVE')
  .map(({ id }) => id);

/** For each requirement of the plan limits the first fault that was made for it, and one for what Remaining promises. */
function oneForEachRequirement(): Fault[] {
  const first = binding.map((id) => faults.find(({ violates }) => violates[0] === id));
  return [...first, faultNamed('remaining-five-too-many')].filter((fault) => fault !== undefined);
}

function planFor(fault: Fault): FreePlan {
  if (fault.needs === 'day-quota') {
    return shortDay;
  }
  return fault.violates[0] === 'quota/reset-honest' ? longerMinute : shortMinute;
}

describe.concurrent('the measurement of plan limits, against one fault for every requirement', {
  timeout: longestMs,
}, () => {
  for (const fault of every(4, oneForEachRequirement())) {
    test(`${fault.name}: ${fault.violates[0]}`, async () => {
      const plan = planFor(fault);
      const service = await startFaultyImplementation(fault.name, plan);
      try {
        await expectReported(service, plan, fault.violates, fault.mayViolate);
      } finally {
        await service.close();
      }
    });
  }
});
