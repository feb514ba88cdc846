import type { Operation } from '../exchange/exchange.ts';
import { operationOf } from '../exchange/request-description.ts';
import { groupedBy } from '../grouped-by.ts';
import type { OperationCount, ReportExchange, ReportExchanges } from './report.ts';

const operations: readonly (Operation | null)[] = ['listPets', 'createPet', 'getPet', null];

export function operationCounts(numbers: Iterable<number>, exchanges: ReportExchanges): OperationCount[] {
  const known = [...numbers].flatMap((number) => exchanges.get(number) ?? []);
  const groups = groupedBy(known, operationOfExchange);
  return operations.flatMap((operation) => {
    const count = groups.get(operation)?.length;
    return count === undefined ? [] : [{ operation, exchanges: count }];
  });
}

/** The operation of an exchange, or `null`, also if it was not recorded. */
export function operationOfNumber(number: number, exchanges: ReportExchanges): Operation | null {
  const exchange = exchanges.get(number);
  return exchange === undefined ? null : operationOfExchange(exchange);
}

/** The operation of an exchange, whatever its query. */
function operationOfExchange({ request }: ReportExchange): Operation | null {
  return operationOf(request.method, request.target.replace(/\?.*$/s, ''));
}
