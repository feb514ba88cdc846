import { describeRequest } from '../../src/exchange/request-description.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';

export function described(shape: Shape) {
  return describeRequest(exchange(shape).request);
}

export function creation(body: string | null, sent: Shape['sent'] = {}) {
  return described({ method: 'POST', target: '/pets', body, sent });
}
