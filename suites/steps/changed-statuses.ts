import { writeJson } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check, PlainStatus } from '../../src/suite/check.ts';
import { perRun } from '../../src/suite/session.ts';

/** An animal that read with another status than it had been created with a moment before. */
interface ChangedStatus {
  readonly status: string;
  readonly received: string;
  readonly creation: Answer;
  readonly reading: Answer;
}

const changedStatuses = perRun((): ChangedStatus[] => []);

/** Whether animals keep the values of the first reading: a status that changes by itself continues to change. */
async function keep(check: Check, changes: readonly ChangedStatus[]): Promise<boolean> {
  for (const { received, reading } of Array.from({ length: 4 }, () => changes).flat()) {
    await check.session.pause(30);
    const again = reading.pet === null ? null : await check.get(reading.pet.id);
    const status = again?.pet?.status;
    if (status === undefined || writeJson(status) !== received) {
      return false;
    }
  }
  return true;
}

/** Creates an animal with the status, and reads it. */
export async function createAndRead(check: Check, status: PlainStatus): Promise<void> {
  const creation = await check.createPlain(status);
  const { pet } = creation;
  if (pet === null) {
    return;
  }
  const reading = await check.get(pet.id);
  const received = reading.pet?.status;
  if (status !== 'none' && received !== undefined && received !== status && pet.status === status) {
    changedStatuses(check).push({ status, received: writeJson(received), creation, reading });
  }
}

/** One status may change by itself, however soon; that two of them do so at once, and then keep, is no transition. */
export async function judgeChangedStatuses(check: Check): Promise<void> {
  const [first, ...others] = changedStatuses(check);
  const second = others.find(({ status }) => status !== first?.status);
  if (first !== undefined && second !== undefined && (await keep(check, [first, second]))) {
    check.violated(first.reading, {
      kind: 'status-differs',
      message: 'Animals have another status right after creation, whichever was sent',
      expected: `status: "${first.status}"`,
      actual: `status: ${first.received.slice(0, 60)}`,
      related: [
        { role: 'creation', exchange: first.creation.exchange.number },
        { role: 'another such animal', exchange: second.reading.exchange.number },
      ],
    });
  }
}
