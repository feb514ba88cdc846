import type { HttpConnection } from './http-connection.ts';

interface Waiting {
  readonly resolve: (connection: HttpConnection) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A bounded number of connections. The open one used last is given first, so that few are open; a closed one last, as a
 * server may refuse more connections while it keeps those.
 */
export class ConnectionSlots {
  readonly #all: HttpConnection[] = [];
  readonly #idle: HttpConnection[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #most: number;
  readonly #create: () => HttpConnection;

  constructor(most: number, create: () => HttpConnection) {
    this.#most = most;
    this.#create = create;
  }

  /**
   * Waits, first come first served, until a connection is free.
   *
   * @param isBeside whether those that are open stay so, if there may be one more
   */
  async take(isBeside: boolean): Promise<HttpConnection> {
    const hasRoom = this.#all.length < this.#most;
    const idle = isBeside && hasRoom ? undefined : this.#idle.pop();
    if (idle !== undefined) {
      return idle;
    }
    if (hasRoom) {
      const connection = this.#create();
      this.#all.push(connection);
      return connection;
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  give(connection: HttpConnection): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next.resolve(connection);
    } else if (connection.isOpen) {
      this.#idle.push(connection);
    } else {
      this.#idle.unshift(connection);
    }
  }

  /** Turns away who waits. */
  refuse(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) {
      reject(error);
    }
  }

  get connections(): readonly HttpConnection[] {
    return this.#all;
  }
}
