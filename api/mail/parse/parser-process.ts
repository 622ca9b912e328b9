import { parseMail } from './parse-mail.ts';
import { type ParsedMail, UnparsableMailError } from './parsed-mail.ts';

/** The answer to a mail: the parsed mail, or the reason why there is none. */
export type ParserAnswer = { mail: ParsedMail } | { reason: UnparsableMailError['reason']; message: string };

process.on('message', async (raw: Uint8Array) => {
  const answer = await parseMail(raw).then(
    (mail): ParserAnswer => ({ mail }),
    (error: unknown): ParserAnswer => ({
      reason: error instanceof UnparsableMailError ? error.reason : 'parse_error',
      message: String(error),
    }),
  );
  process.send?.(answer);
});

// The parent has ended, or closes the parser. Signals of a terminal are for the parent.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
