import { type Connection, connect, type Transmission } from './connection.ts';
import { describeConnectFailure, type SendOutcome } from './outcome.ts';
import { defaultTimeouts, type SmtpSettings, type SmtpTimeouts } from './settings.ts';

/** The connections of one mailbox to its mail server. */
export type ConnectionPool = {
  /** Sends a mail over an idle or new connection. Waits at the connection limit. @throws the error of `beforeData` */
  send(mail: Transmission): Promise<SendOutcome>;
  /** Closes idle connections now, and busy connections as soon as their mail is sent. */
  drain(): void;
  /** Closes every connection. The outcome of a mail that is being sent may then be unknown. */
  close(): void;
};

/** `observe` is called with the milliseconds that a mail took on an open connection. */
type PoolOptions = { timeouts?: SmtpTimeouts; observe?: (milliseconds: number) => void };

/** Creates a pool that opens connections on demand, up to `maxConnections`. */
export const createConnectionPool = (
  settings: SmtpSettings,
  { timeouts = defaultTimeouts, observe = () => {} }: PoolOptions = {},
): ConnectionPool => {
  const idle = new Map<Connection, NodeJS.Timeout>();
  const busy = new Set<Connection>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isDraining = false;

  const acquireIdle = (): Connection | undefined => {
    for (const [connection, timer] of idle) {
      clearTimeout(timer);
      idle.delete(connection);
      if (connection.isOpen()) return connection;
    }
    return undefined;
  };

  const release = (connection: Connection) => {
    busy.delete(connection);
    if (!connection.isOpen()) return;
    if (isDraining) return connection.close();
    const expire = () => {
      idle.delete(connection);
      connection.close();
    };
    idle.set(connection, setTimeout(expire, timeouts.idle).unref());
  };

  const sendOver = async (connection: Connection, mail: Transmission): Promise<SendOutcome> => {
    busy.add(connection);
    const startedAt = performance.now();
    return connection.send(mail).finally(() => {
      observe(performance.now() - startedAt);
      release(connection);
    });
  };

  const sendNow = async (mail: Transmission): Promise<SendOutcome> => {
    const open = acquireIdle();
    if (open !== undefined) {
      let isStarted = false;
      const beforeData = () => {
        isStarted = true;
        return mail.beforeData();
      };
      const outcome = await sendOver(open, { ...mail, beforeData });
      // If the server had closed the idle connection, the mail itself has not failed.
      if (isStarted || outcome.kind !== 'disconnected') return outcome;
    }
    const connection = await connect(settings, timeouts).catch(describeConnectFailure);
    return 'kind' in connection ? connection : sendOver(connection, mail);
  };

  return {
    async send(mail) {
      if (running >= settings.maxConnections) await new Promise<void>(resolve => waiting.push(resolve));
      else running++;
      // If the settings changed while the mail waited, a new pool sends the mail.
      const sent: Promise<SendOutcome> = isDraining ? Promise.resolve({ kind: 'aborted' }) : sendNow(mail);
      return sent.finally(() => {
        // The next mail takes over the slot.
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      });
    },
    drain() {
      isDraining = true;
      for (const [connection, timer] of idle) {
        clearTimeout(timer);
        connection.close();
      }
      idle.clear();
    },
    close() {
      this.drain();
      for (const connection of busy) connection.close();
    },
  };
};
