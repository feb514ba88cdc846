import type { Operation } from '../../exchange/exchange.ts';
import { listed } from '../counted.ts';
import { numberText } from '../number-text.ts';
import type { ReportFinding } from '../report.ts';

/** The operations by their headings in the interface document. */
const titles: Readonly<Record<Operation, string>> = {
  listPets: 'List animals',
  createPet: 'Add an animal',
  getPet: 'Get an animal',
};

/** In which operations a deviation was seen: `, List animals 12 and Add an animal 2`; empty where that is not known. */
export function operationsText({ operations = [] }: ReportFinding): string {
  const [only] = operations;
  if (only === undefined) {
    return '';
  }
  if (operations.length === 1) {
    return `, ${titleOf(only.operation)}`;
  }
  const parts = operations.map(
    ({ operation, exchanges }) => `${titleOf(operation)} ${numberText(exchanges)}`,
  );
  return `, ${listed(parts, 'and')}`;
}

function titleOf(operation: Operation | null): string {
  return operation === null ? 'another path or method' : titles[operation];
}
