import pg from 'pg';

/** The server accepts no writes: it is a standby, or was demoted. The code is the SQLSTATE cannot_connect_now. */
export class NoPrimaryError extends Error {
  readonly code = '57P03';
}

/** The server to which a pool connects. */
export type Primary = {
  /** True if the latest new connection was read-only: an administrator set `default_transaction_read_only`. */
  isReadOnly: boolean;
  /** Whether a standby is as good as a primary, for commands that only read. */
  acceptsStandby: boolean;
};

export type ClientClass = new (options?: pg.ClientConfig) => pg.Client;

type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

type ServerState = { isStandby: boolean; isReadOnly: boolean };

/**
 * Creates the connection class of a pool. `connect` checks each new connection once, within its timeout, and closes a
 * connection to a standby.
 */
export const createClientClass = (primary: Primary): ClientClass =>
  class PrimaryClient extends pg.Client {
    readonly #milliseconds: number;

    constructor({ connectionTimeoutMillis = 0, ...options }: pg.ClientConfig = {}) {
      super(options);
      this.#milliseconds = connectionTimeoutMillis;
      // Between two queries of a transaction the error would end the process. The next query reports it.
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
      primary.isReadOnly = isStandby || isReadOnly;
    }
  };
