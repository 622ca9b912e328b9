import { startMailServer } from '../../../api/deliveries/testing/mail-server.ts';
import type { MailDesk } from './mail-desk.ts';

/** Nothing listens there, so the mailbox pauses and its mail waits. */
const closedPort = 1;

const senders = 8;

/** Measures how fast waiting replies are sent to an SMTP server in this process. @returns the deliveries per second */
export const measureDeliveries = async (desk: MailDesk, replies: number): Promise<number> => {
  await desk.connect(closedPort);
  let [last, left] = ['', replies];
  const reply = async () => {
    while (left-- > 0) last = await desk.reply();
  };
  await Promise.all(Array.from({ length: senders }, reply));
  const allArrived = Promise.withResolvers<void>();
  const times: number[] = [];
  const onData = () => {
    if (times.push(performance.now()) === replies) allArrived.resolve();
    return undefined;
  };
  const server = await startMailServer({ onData });
  await desk.connect(server.port);
  await desk.attempt(last);
  await allArrived.promise;
  await server.close();
  return (replies - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
};
