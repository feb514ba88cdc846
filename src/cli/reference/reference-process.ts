// The reference implementation as a separate process, so that a load does not slow it down. Argument: the lengths of its
// minute and day as JSON. Sends its address when it listens, and ends with its parent.
import { startReferenceImplementation } from '../../../reference-impl/index.ts';

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal: the load must still end in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {});
}
const { baseUrl, keys } = await startReferenceImplementation(JSON.parse(process.argv[2] ?? '{}'));
if (process.connected) {
  process.send?.({ baseUrl, apiKey: keys.enterprise });
} else {
  process.exit();
}
