import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** A connection to an LMTP server. */
export type LmtpClient = {
  /** Returns the last line of the next reply; `closed` once the connection is closed. */
  read(): Promise<string>;
  write(bytes: string | Uint8Array): void;
  /** Sends a line and returns its reply. */
  send(line: string): Promise<string>;
  /**
   * Sends a mail and returns one reply per recipient. For a rejected recipient, this is the reply to RCPT; for other
   * recipients, it is the reply to the mail.
   */
  deliver(from: string, recipients: readonly string[], mail: string | Uint8Array): Promise<string[]>;
  close(): void;
};

/** Connects and sends LHLO, as a mail server does. */
export const connectLmtp = async (port: number): Promise<LmtpClient> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const read = async (): Promise<string> => {
    for (;;) {
      // A killed server resets the connection.
      const line = await lines.next().catch(() => null);
      if (line === null || line.done) return 'closed';
      if (/^\d{3} /.test(line.value)) return line.value;
    }
  };
  const write = (bytes: string | Uint8Array) => void socket.write(bytes);
  const send = (line: string) => {
    write(`${line}\r\n`);
    return read();
  };
  await read();
  await send('LHLO mx.example');
  return {
    read,
    write,
    send,
    async deliver(from, recipients, mail) {
      await send(`MAIL FROM:<${from}>`);
      const replies: string[] = [];
      for (const recipient of recipients) replies.push(await send(`RCPT TO:<${recipient}>`));
      if (replies.some(reply => reply.startsWith('250'))) await send('DATA');
      else await send('RSET');
      if (replies.some(reply => reply.startsWith('250'))) write(stuffDots(mail));
      for (const [index, reply] of replies.entries()) if (reply.startsWith('250')) replies[index] = await read();
      return replies;
    },
    close: () => socket.destroy(),
  };
};

/** Doubles the dots at the beginning of lines, and ends the mail. */
const stuffDots = (mail: string | Uint8Array): Uint8Array =>
  Buffer.from(`${Buffer.from(mail).toString('latin1').replace(/^\./gm, '..')}.\r\n`, 'latin1');
