import { afterEach } from 'node:test';
import type { testCertificate } from '../../../deliveries/testing/certificate.ts';
import type { TestApi } from '../../../testing/api.ts';
import { createImapDesk } from './imap-desk.ts';
import { type ImapScript, type ImapServer, startImapServer } from './imap-server.ts';

const day = 86_400_000;

/** Creates a desk whose jobs poll scripted servers. After each test, deletes the jobs and closes the servers. */
export const createPollingDesk = (api: () => TestApi) => {
  const desk = createImapDesk(api);
  const servers: ImapServer[] = [];
  const start = async (script: ImapScript = {}, tls?: typeof testCertificate) => {
    const server = await startImapServer(script, tls);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    // Jobs of earlier tests would find no server.
    await api().database.transaction(writes => writes.deleteFrom('jobs').execute());
    await Promise.all(servers.splice(0).map(server => server.close()));
  });
  return {
    ...desk,
    start,
    /** Connects a new mailbox to a new server. The server has one mail that is too old to be imported. */
    async connect(inbound: object = {}, fields: object = {}) {
      const server = await start();
      desk.deliver(server, 'Old', {}, day);
      const mailbox = await desk.addMailbox(server, inbound, fields);
      await desk.poll();
      return { server, mailbox };
    },
    /** Returns the UIDs of the mails in each folder. */
    readUids: ({ folders }: ImapServer) =>
      Object.fromEntries([...folders].map(([name, { mails }]) => [name, mails.map(({ uid }) => uid)])),
  };
};
