import { parseMail } from './parse-mail.ts';
import { type ParsedMail, UnparsableMailError } from './parsed-mail.ts';

/** The answer to a mail: the parsed mail, or the reason why it is missing. */
export type ParserAnswer = { mail: ParsedMail } | { reason: UnparsableMailError['reason']; message: string };

// Signals of a terminal are for the parent; when it ends, the input ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());

const answer = (raw: Uint8Array<ArrayBuffer>): Promise<ParserAnswer> =>
  parseMail(raw).then(
    mail => ({ mail }),
    (error: unknown) => ({
      reason: error instanceof UnparsableMailError ? error.reason : 'parse_error',
      message: String(error),
    }),
  );

/** Reads mails from the standard input, each after its length in four bytes. */
async function* readMails(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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
    const length = Buffer.alloc(4);
    if (!(await fill(length))) return;
    const raw = new Uint8Array(length.readUInt32BE());
    if (!(await fill(raw))) return;
    yield raw;
  }
}

for await (const raw of readMails()) process.send?.(await answer(raw));
process.exit();
