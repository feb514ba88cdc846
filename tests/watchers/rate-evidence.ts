import { startWatch } from '../../src/watchers/start-watch.ts';
import type { WatchContext } from '../../src/watchers/watch.ts';
import { context, exchange, type Shape } from './exchanges.ts';

/** The requirements of this room that these exchanges are evidence for. */
export function touched(shapes: readonly Shape[], runContext: WatchContext = context): string[] {
  const watch = startWatch(runContext);
  const ids = shapes.flatMap((shape) => watch.see(exchange(shape)).touched);
  return [
    ...new Set(ids.filter((id) => id.startsWith('rate/') && id !== 'rate/remaining-counts-down')),
  ].sort();
}
