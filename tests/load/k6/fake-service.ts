/** A request as the script of k6 makes it. */
export interface FakeRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string | null;
}

/** A response as k6 shows it to a script. */
export interface FakeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface FakePet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A conforming service in memory, because k6 sends requests synchronously. */
export class FakeService {
  readonly #pets: FakePet[] = [{ id: 1, name: 'Bella', categoryId: 3, status: 'available' }];
  readonly requests: FakeRequest[] = [];

  respond(request: FakeRequest): FakeResponse {
    this.requests.push(request);
    const [path = '', query = ''] = request.target.split('?');
    if (request.method === 'POST') {
      return this.#create(JSON.parse(request.body ?? ''));
    }
    if (path === '/pets') {
      return this.#list(new URLSearchParams(query));
    }
    const pet = this.#pets.find(({ id }) => path === `/pets/${id}`);
    return pet === undefined
      ? this.#response(404, { code: 'NOT_FOUND', message: 'There is no such animal' })
      : this.#response(200, pet);
  }

  #create(pet: Omit<FakePet, 'id'>): FakeResponse {
    const created = { id: this.#pets.length + 1, ...pet };
    this.#pets.push(created);
    return this.#response(201, created);
  }

  #list(query: URLSearchParams): FakeResponse {
    const status = query.get('status');
    const pets = this.#pets.filter((pet) => status === null || pet.status === status);
    return this.#response(200, pets.slice(0, Number(query.get('limit') ?? 20)));
  }

  #response(status: number, value: unknown): FakeResponse {
    const body = JSON.stringify(value);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Date: new Date().toUTCString(),
      'X-Ratelimit-Limit': '60000',
      'X-Ratelimit-Remaining': String(60_000 - this.requests.length),
      'X-Ratelimit-Reset': String(Math.floor(Date.now() / 1000) + 30),
    };
    return { status, headers, body };
  }
}
