// Autocannon alone, with the requests that `load` sends: arguments baseUrl connections seconds key mix.
import autocannon from 'autocannon';
import { defaultMix, readOnlyMix } from '../dist/src/load/load-plan.js';
import { Traffic } from '../dist/src/load/traffic.js';
import { bearer } from '../dist/src/target/api-request.js';

const [baseUrl = '', connections, seconds, key = '', mix] = process.argv.slice(2);
const base = new URL(baseUrl);
const headers = { authorization: `Bearer ${key}` };
const listed = await (await fetch(`${baseUrl}/pets?limit=50`, { headers })).json();
let tags = 0;
const traffic = new Traffic({
  mix: mix === 'read-only' ? readOnlyMix(defaultMix) : defaultMix,
  credential: bearer(key, 'api-key', ''),
  ids: listed.map(({ id }) => BigInt(id)),
  category: 1n,
  nextName: () => {
    tags += 1;
    return `Rex cbenchbx${tags}z`;
  },
  seed: 1,
  shard: { index: 0, of: 1 },
});

function next() {
  const { outgoing, body } = traffic.next();
  return {
    method: outgoing.method,
    path: base.pathname + outgoing.target,
    headers: Object.fromEntries([
      ['User-Agent', 'animal-store-conformance/0.1.0 (+run cbenchb)'],
      ...outgoing.headers.map(({ name, value }) => [name, value]),
    ]),
    ...(body === null ? {} : { body }),
  };
}

const during = (duration) =>
  autocannon({
    url: base.origin,
    connections: Number(connections),
    duration,
    setupClient: (client) => client.setRequests(Array.from({ length: 80 }, next)),
  });

// Warm, as the load that it is compared with.
await during(1);
const cpu = process.cpuUsage();
const result = await during(Number(seconds));
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    rate: result.requests.total / result.duration,
    cpuUs: (user + system) / result.requests.total,
  }),
);
