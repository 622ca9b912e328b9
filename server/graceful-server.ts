import { Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** How an end goes, in milliseconds from its beginning. */
export type Farewell = {
  /** New connections are taken so long: whoever balances has to learn first that this server is not ready any more. */
  notice: number;
  /** After the notice, connections without a request are kept so long: one may be on its way. */
  silence: number;
  /** What has not finished by then is cut. */
  patience: number;
};

/** With what comes after it, an end takes 10 s at most. */
export const usualFarewell: Farewell = { notice: 0, silence: 500, patience: 9000 };

const lookEveryMilliseconds = 20;

/** Turns of the event loop without a new connection, after which nobody seems to wait; and how long that may take. */
const [quietTurns, acceptMilliseconds] = [10, 200];

/**
 * An HTTP server that ends without cutting a request it has accepted. Node's own end closes connections as they fall idle,
 * whose next request may be on its way, and waits for those that never say a word.
 */
export class GracefulServer extends Server {
  /** The answers that each connection still owes. */
  readonly #owed = new Map<Socket, Set<ServerResponse>>();
  #isEnding = false;
  #accepted = 0;

  constructor(options: ServerOptions) {
    super(options);
    this.on('connection', (socket: Socket) => {
      this.#accepted++;
      this.#owed.set(socket, new Set());
      socket.once('close', () => this.#owed.delete(socket));
    });
    this.on('request', ({ socket }, response) => {
      this.#owed.get(socket)?.add(response);
      response.once('close', () => this.#owed.get(socket)?.delete(response));
      if (this.#isEnding) response.shouldKeepAlive = false;
    });
  }

  /** From the moment on at which it was told to end, while it may still answer. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** How many connections have come so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** The answers that a connection still owes, oldest first: a request may come before the last one is answered. */
  owedBy(socket: Socket): ServerResponse[] {
    return [...(this.#owed.get(socket) ?? [])];
  }

  /**
   * Says with every answer that the connection ends with it, stops accepting, and resolves when all is answered or cut; how
   * many answers were cut.
   */
  async endGracefully({ notice, silence, patience }: Farewell = usualFarewell): Promise<number> {
    this.#isEnding = true;
    for (const owed of this.#owed.values()) for (const response of owed) response.shouldKeepAlive = false;
    let left = 0;
    const cut = setTimeout(() => {
      for (const owed of this.#owed.values()) left += owed.size;
      this.closeAllConnections();
    }, patience);
    await pause(notice);
    await this.#acceptWaiting();
    const silent = setTimeout(() => this.#closeSilent(), silence);
    // Not http's: that would close idle connections now.
    await new Promise(resolve => NetServer.prototype.close.call(this, resolve));
    clearTimeout(cut);
    clearTimeout(silent);
    return left;
  }

  /** Who waits to be accepted when the listener closes is reset: each turn of the event loop accepts some of them. */
  async #acceptWaiting(): Promise<void> {
    const deadline = performance.now() + acceptMilliseconds;
    for (let quiet = 0; quiet < quietTurns && performance.now() < deadline; ) {
      const before = this.#accepted;
      await turn();
      quiet = this.#accepted === before ? quiet + 1 : 0;
    }
  }

  /** Closes the connections that owe nothing, until the server has closed. */
  #closeSilent(): void {
    for (const [socket, owed] of this.#owed) if (owed.size === 0) socket.destroy();
    if (this.#owed.size > 0) setTimeout(() => this.#closeSilent(), lookEveryMilliseconds);
  }
}
