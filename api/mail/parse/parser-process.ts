import { type OriginalMail, renderOriginal } from '../original/render-original.ts';
import { createByteReader } from './byte-reader.ts';
import { parseMail } from './parse-mail.ts';
import { type ParsedMail, UnparsableMailError } from './parsed-mail.ts';
import { type ParserTask, parserTasks, startedMessage } from './parser-tasks.ts';

/** The result of the task, or the reason why it is missing. */
export type ParserResponse =
  | { mail: ParsedMail }
  | { original: OriginalMail }
  | { reason: UnparsableMailError['reason']; message: string };

// Terminal signals are for the parent. When the parent exits, the IPC channel closes and this process exits.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

type Request = { task: ParserTask; raw: Uint8Array<ArrayBuffer> };

/** The response, and the bytes that follow it on the standard output. */
type Result = { response: ParserResponse; contents: Uint8Array[] };

const run = async ({ task, raw }: Request): Promise<Result> => {
  if (task === 'parse' || task === 'parse-files') {
    const { mail, contents } = await parseMail(raw);
    return { response: { mail }, contents: task === 'parse' ? [] : contents };
  }
  const original = await renderOriginal(raw, { showsRemotePictures: task === 'render-remote' });
  return { response: { original }, contents: [] };
};

const runSafely = (request: Request): Promise<Result> =>
  run(request).catch((error: unknown) => {
    const reason = error instanceof UnparsableMailError ? error.reason : 'parse_error';
    return { response: { reason, message: String(error) }, contents: [] };
  });

/** Reads mails from the standard input. Before each mail are its length in four bytes and its task in one byte. */
async function* readRequests(): AsyncGenerator<Request> {
  const input = createByteReader(process.stdin);
  for (;;) {
    const head = Buffer.alloc(5);
    if (!(await input.fill(head))) return;
    const raw = new Uint8Array(head.readUInt32BE());
    if (!(await input.fill(raw))) return;
    yield { task: parserTasks[head[4] ?? 0] ?? 'parse', raw };
  }
}

for await (const request of readRequests()) {
  process.send?.(startedMessage);
  const { response, contents } = await runSafely(request);
  // Writing to the pipe blocks until the parent reads. The parent reads only after the response.
  await new Promise(resolve => process.send?.(response, resolve));
  for (const content of contents) await new Promise(resolve => process.stdout.write(content, resolve));
}
process.exit();
