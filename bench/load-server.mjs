// A service that answers as the interface document says and does next to nothing else, so that what loads it is the
// bottleneck: raw sockets, answers put together from prepared parts. One request at a time on each connection.
// Arguments: milliseconds that every answer takes [0], second after the start in which nothing is answered for 1 s [none].
import { createServer } from 'node:net';

const serviceMs = Number(process.argv[2] ?? 0);
const stallAtSecond = Number(process.argv[3] ?? Number.NaN);
const limit = 1e12;
const pets = new Map();
let nextId = 1000;
let served = 0;
let date = '';
let reset = 0;

for (let count = 0; count < 40; count += 1) {
  add(`Rex ${count}`, 1);
}

function add(name, categoryId, status = 'available') {
  nextId += 1;
  const body = JSON.stringify({ id: nextId, name, categoryId, status });
  if (pets.size < 1_000_000) {
    pets.set(String(nextId), body);
  }
  return body;
}

const lists = new Map(
  [5, 10, 20, 50, 100].map((size) => [size, `[${[...pets.values()].slice(0, size).join(',')}]`]),
);

function clock() {
  date = new Date().toUTCString();
  reset = Math.ceil(Date.now() / 60_000) * 60;
}
clock();
setInterval(clock, 500);

function answer(status, body) {
  served += 1;
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nDate: ${date}\r\nX-RateLimit-Limit: ${limit}\r\nX-RateLimit-Remaining: ${limit - served}\r\nX-RateLimit-Reset: ${reset}\r\nConnection: keep-alive\r\n\r\n${body}`;
}

function respond(head) {
  if (head.startsWith('POST')) {
    const { name, categoryId, status } = JSON.parse(head.slice(head.indexOf('\r\n\r\n') + 4));
    return answer('201 Created', add(name, categoryId, status));
  }
  const target = head.slice(4, head.indexOf(' ', 4));
  const id = /\/pets\/(\d+)$/.exec(target)?.[1];
  if (id !== undefined) {
    return answer('200 OK', pets.get(id) ?? '{}');
  }
  const status = /status=(pending|sold)/.test(target);
  return answer('200 OK', status ? '[]' : lists.get(Number(/limit=(\d+)/.exec(target)?.[1] ?? 20)));
}

let stalledUntil = 0;
let firstAt = 0;

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const head = chunk.toString('latin1');
    const now = performance.now();
    firstAt ||= now;
    if (Math.floor((now - firstAt) / 1000) === stallAtSecond && stalledUntil === 0) {
      stalledUntil = now + 1000;
    }
    const waitMs = Math.max(serviceMs, stalledUntil - now);
    if (waitMs > 0) {
      setTimeout(() => socket.write(respond(head)), waitMs);
    } else {
      socket.write(respond(head));
    }
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
