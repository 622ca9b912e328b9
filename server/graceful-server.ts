import { Server, type ServerOptions, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises';

/** Phases of a shutdown, in milliseconds. */
export type ShutdownTimeouts = {
  /** How long new connections are accepted, until the load balancer notices the shutdown. */
  delay: number;
  /** After the delay, idle connections stay open this long: a request may be in flight. */
  idle: number;
  /** Unfinished requests are aborted after this long, counted from the start of the shutdown. */
  total: number;
};

/** Leaves time to close the store within the 10 s of `waitForShutdownSignal`. */
export const defaultShutdownTimeouts: ShutdownTimeouts = { delay: 0, idle: 500, total: 9000 };

const idleCheckMilliseconds = 20;

/** The backlog counts as empty after this many idle event-loop iterations, or after this time. */
const [quietIterations, acceptMilliseconds] = [10, 200];

/**
 * An HTTP server that shuts down without aborting accepted requests. Node's own `close` drops connections as they fall
 * idle, although the next request may be in flight, and waits for connections that never send a request.
 */
export class GracefulServer extends Server {
  /** Unfinished responses by connection. */
  readonly #pending = new Map<Socket, Set<ServerResponse>>();
  #isShuttingDown = false;
  #accepted = 0;

  constructor(options: ServerOptions) {
    super(options);
    this.on('connection', (socket: Socket) => {
      this.#accepted++;
      this.#pending.set(socket, new Set());
      socket.once('close', () => this.#pending.delete(socket));
    });
    this.on('request', ({ socket }, response) => {
      this.#pending.get(socket)?.add(response);
      response.once('close', () => this.#pending.get(socket)?.delete(response));
      if (this.#isShuttingDown) response.shouldKeepAlive = false;
    });
  }

  /** True from the start of the shutdown. Requests may still be in progress. */
  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  /** The number of connections accepted so far. */
  get acceptedConnections(): number {
    return this.#accepted;
  }

  /** Returns a connection's unfinished responses, oldest first: HTTP/1.1 allows pipelining. */
  getPendingResponses(socket: Socket): ServerResponse[] {
    return [...(this.#pending.get(socket) ?? [])];
  }

  /**
   * Announces `Connection: close`, stops accepting, and resolves when every connection is closed.
   * @param endStreams called once no more connections are accepted, so that clients reconnect to another process
   * @returns the number of aborted responses
   */
  async closeGracefully({ delay, idle, total }: ShutdownTimeouts, endStreams = () => {}): Promise<number> {
    this.#isShuttingDown = true;
    for (const responses of this.#pending.values()) for (const response of responses) response.shouldKeepAlive = false;
    let aborted = 0;
    const abortTimer = setTimeout(() => {
      for (const responses of this.#pending.values()) aborted += responses.size;
      this.closeAllConnections();
    }, total);
    await pause(delay);
    await this.#acceptBacklog();
    const idleTimer = setTimeout(() => this.#closeIdle(), idle);
    // http's own `close` would close idle connections now.
    const closed = new Promise(resolve => NetServer.prototype.close.call(this, resolve));
    endStreams();
    await closed;
    clearTimeout(abortTimer);
    clearTimeout(idleTimer);
    return aborted;
  }

  /** Accepts the backlog, since closing the listener resets connections that are still in it. */
  async #acceptBacklog(): Promise<void> {
    const deadline = performance.now() + acceptMilliseconds;
    for (let quiet = 0; quiet < quietIterations && performance.now() < deadline; ) {
      const before = this.#accepted;
      await nextIteration();
      quiet = this.#accepted === before ? quiet + 1 : 0;
    }
  }

  /** Closes idle connections until the server has closed. */
  #closeIdle(): void {
    for (const [socket, responses] of this.#pending) if (responses.size === 0) socket.destroy();
    if (this.#pending.size > 0) setTimeout(() => this.#closeIdle(), idleCheckMilliseconds);
  }
}
