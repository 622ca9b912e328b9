const start = 'From ';

/** RFC 5321, 4.5.3.1.6. A longer line is not skipped. */
const maxLineBytes = 1000;

/** Skips the line `From …` (RFC 4155) before a mail. Postfix, Exim and procmail may add it to a mail that they pipe. */
export async function* skipFromLine(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** The beginning of the mail; null after it was yielded with or without the line. */
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (beginning === null) {
      yield chunk;
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    const isPossible = start.startsWith(beginning.toString('latin1', 0, start.length));
    const lineEnd = beginning.indexOf('\n');
    if (isPossible && lineEnd === -1 && beginning.length < maxLineBytes) continue;
    yield isPossible && lineEnd < maxLineBytes ? beginning.subarray(lineEnd + 1) : beginning;
    beginning = null;
  }
  if (beginning !== null) yield beginning;
}
