import { Agent } from 'undici';
import { mailMediaType, maxMailBytes } from '#contract/mails';
import { startServerProcess } from '#server/testing/server-process';
import { runDeskCli } from '../../../e2e/run-desk.ts';
import { openSession } from '../../../e2e/sign-in-by-request.ts';
import { benchPerson, openWebDesk, type WebDesk } from '../web-desk.ts';

/** The addresses and headers for uploads and downloads: through the bff, or through the pipe. */
export type Route = {
  url: string;
  headers: Record<string, string>;
  uploadPath: string;
  getDownloadPath(mailId: string): string;
};

/** Where a desk stores its rows and its files. */
export type FileStore = { engine: (typeof engines)[number]; driver: (typeof drivers)[number] };
export const engines = ['sqlite', 'postgres'] as const;
export const drivers = ['disk', 'database'] as const;

/** A desk whose files are reached through the bff, and through a bare pipe. */
export type UploadDesk = { webDesk: WebDesk; bff: Route; pipe: Route; stop(): Promise<void> };

/** Without timeouts, because uploads may be slow. */
export const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

let uploads = 0;

/** Creates a file of 25 MB with unique content, because equal files are stored once. */
export const createFile = (): Buffer => {
  const file = Buffer.alloc(maxMailBytes, 'a line of text\r\n');
  file.write(`Subject: File ${++uploads}\r\n\r\n`);
  return file;
};

/** Starts servers that run no jobs, so that no job processes the uploaded mails. */
export const openUploadDesk = async (tickets: number, { engine, driver }: FileStore): Promise<UploadDesk> => {
  const webDesk = await openWebDesk(tickets, { JOBS: 'false', FILES: driver }, engine);
  const { desk, bff, publicUrl } = webDesk;
  const mailbox = ['support@bench.example', '--name', 'A', '--json'];
  const added = await runDeskCli(desk.environment, 'mailboxes', 'add', ...mailbox);
  const { id } = JSON.parse(added) as { id: string };
  const pipe = await startServerProcess('tools/bench/uploads/pipe.ts', {}, { args: [desk.url] });
  const type = { 'content-type': mailMediaType };
  return {
    webDesk,
    bff: {
      url: bff.url,
      headers: { ...(await openSession(publicUrl, benchPerson)), ...type },
      uploadPath: `/api/mailboxes/${id}/mails`,
      getDownloadPath: mailId => `/files/mails/${mailId}?download=true`,
    },
    pipe: {
      url: pipe.url,
      headers: { ...desk.headers, ...type },
      uploadPath: `/v1/mailboxes/${id}/mails`,
      getDownloadPath: mailId => `/v1/mails/${mailId}/raw`,
    },
    async stop() {
      await pipe.stop();
      await webDesk.stop();
    },
  };
};
