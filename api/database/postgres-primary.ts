import pg from 'pg';

/** The server accepts no writes: it is a standby, or was demoted. The code is the SQLSTATE cannot_connect_now. */
export class NoPrimaryError extends Error {
  readonly code = '57P03';
}

/** The server to which a pool connects, updated by each new connection. */
export type Primary = {
  /** The URL of the latest host that was a primary; at first, the first host. */
  url: string;
  /** True for an accepted standby, or if an administrator made the store read-only (`default_transaction_read_only`). */
  isReadOnly: boolean;
  /** Whether to accept a standby, for commands that only read. */
  acceptsStandby: boolean;
};

/** Connects to the host of `primary`, or of `url`. */
export type ClientClass = new (options?: pg.ClientConfig, url?: string) => pg.Client;

type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

type ServerState = { isStandby: boolean; isReadOnly: boolean };

/**
 * Creates the connection class of a pool. `connect` checks each new connection once, within its timeout, and closes a
 * connection to a standby.
 * @param maxMilliseconds limit for connecting, if below the limit of the pool
 */
export const createClientClass = (primary: Primary, maxMilliseconds: number): ClientClass =>
  class PrimaryClient extends pg.Client {
    readonly #url: string;
    readonly #milliseconds: number;

    constructor({ connectionTimeoutMillis = maxMilliseconds, ...options }: pg.ClientConfig = {}, url = primary.url) {
      super({ ...options, connectionString: url });
      this.#url = url;
      this.#milliseconds = Math.min(connectionTimeoutMillis, maxMilliseconds);
      // Without a listener, an error between two queries would end the process. The next query reports the error.
      this.on('error', () => {});
    }

    /** @throws NoPrimaryError */
    override connect(): Promise<pg.Client>;
    override connect(callback: Callback): void;
    override connect(callback?: Callback): Promise<pg.Client> {
      const connected = this.#connectWithTimeout();
      // The driver's types lack a callback for both outcomes.
      const done = callback as ((error: Error | null, client?: pg.Client) => void) | undefined;
      if (done !== undefined) connected.then(() => done(null, this), done);
      return connected;
    }

    async #connectWithTimeout(): Promise<pg.Client> {
      const expire = () => this.connection.stream.destroy(new Error('Connection terminated due to connection timeout'));
      const timer = setTimeout(expire, this.#milliseconds);
      try {
        await super.connect();
        await this.#check();
        return this;
      } catch (error) {
        void this.end();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    }

    async #check(): Promise<void> {
      const { rows } = await this.query<ServerState>(
        `select pg_is_in_recovery() as "isStandby", current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`,
      );
      const { isStandby, isReadOnly } = rows[0] ?? { isStandby: true, isReadOnly: true };
      if (isStandby && !primary.acceptsStandby)
        throw new NoPrimaryError(
          `${this.host}:${this.port} is a standby: promote it, or name the primary in DATABASE_URL.`,
        );
      Object.assign(primary, { url: this.#url, isReadOnly: isStandby || isReadOnly });
    }
  };
