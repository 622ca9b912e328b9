import { type OriginalMail, renderOriginal } from '../original/render-original.ts';
import { parseMail } from './parse-mail.ts';
import { type ParsedMail, UnparsableMailError } from './parsed-mail.ts';
import { type ParserTask, parserTasks } from './parser-tasks.ts';

/** The answer to a mail: the result of the task, or the reason why it is missing. */
export type ParserAnswer =
  | { mail: ParsedMail }
  | { original: OriginalMail }
  | { reason: UnparsableMailError['reason']; message: string };

// Signals of a terminal are for the parent; when it ends, the input ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

type Request = { task: ParserTask; raw: Uint8Array<ArrayBuffer> };

const run = async ({ task, raw }: Request): Promise<ParserAnswer> => {
  if (task === 'parse') return { mail: await parseMail(raw) };
  return { original: await renderOriginal(raw, { showsRemotePictures: task === 'render-remote' }) };
};

const answer = (request: Request): Promise<ParserAnswer> =>
  run(request).catch((error: unknown) => ({
    reason: error instanceof UnparsableMailError ? error.reason : 'parse_error',
    message: String(error),
  }));

/** Reads mails from the standard input, each after its length in four bytes and its task in one. */
async function* readRequests(): AsyncGenerator<Request> {
  const chunks = process.stdin[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  const fill = async (target: Uint8Array): Promise<boolean> => {
    for (let at = 0; at < target.length; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) return false;
        rest = next.value;
      }
      const part = rest.subarray(0, target.length - at);
      target.set(part, at);
      at += part.length;
      rest = rest.subarray(part.length);
    }
    return true;
  };
  for (;;) {
    const head = Buffer.alloc(5);
    if (!(await fill(head))) return;
    const raw = new Uint8Array(head.readUInt32BE());
    if (!(await fill(raw))) return;
    yield { task: parserTasks[head[4] ?? 0] ?? 'parse', raw };
  }
}

for await (const request of readRequests()) process.send?.(await answer(request));
process.exit();
