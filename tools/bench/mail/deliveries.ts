import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailDesk } from './mail-desk.ts';

/** No server listens on this port, so the mailbox pauses and its mail stays queued. */
const closedPort = 1;

const senders = 8;

/** Measures how fast queued replies are sent to an SMTP server in this process. @returns the deliveries per second */
export const measureDeliveries = async (desk: MailDesk, replies: number): Promise<number> => {
  await desk.connect(closedPort);
  let [last, left] = ['', replies];
  const reply = async () => {
    while (left-- > 0) last = await desk.reply();
  };
  await Promise.all(Array.from({ length: senders }, reply));
  const allArrived = Promise.withResolvers<void>();
  const times: number[] = [];
  const server = await startMailServer(() => {
    if (times.push(performance.now()) === replies) allArrived.resolve();
  });
  await desk.connect((server.server.address() as AddressInfo).port);
  await desk.attempt(last);
  await allArrived.promise;
  server.close();
  return (replies - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
};

/** Starts an SMTP server that accepts and drops every mail. */
const startMailServer = async (onMail: () => void): Promise<SMTPServer> => {
  const server = new SMTPServer({
    authOptional: true,
    // Also silences the warning about the server's built-in test certificate.
    logger: false,
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume().once('end', () => {
        onMail();
        callback();
      });
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
};
