// The reference implementation in a process of its own, so that a load and what it loads don't wait for each other.
// Argument: lengths of its minute and day as JSON. Sends its address once it listens; ends with who started it.
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
