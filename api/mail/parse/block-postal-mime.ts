import PostalMime from 'postal-mime';

/** The internals of postal-mime (pinned) that `BlockPostalMime` uses. */
type Internals = {
  /** The raw mail, and the position of the next line. */
  av: Uint8Array<ArrayBuffer>;
  readPos: number;
  currentNode: { state: 'header' | 'body' | 'finished'; contentTransferEncoding: { encoding: string } };
};

type Line = { bytes: Uint8Array<ArrayBuffer>; done: boolean };

const maxBlockBytes = 64 * 1024;

/**
 * Reads bodies in blocks of lines. postal-mime creates an object per line, so a mail of 25 MB would need 1 GB. Lines
 * that may be a boundary, headers and quoted-printable lines are still read one by one.
 */
export class BlockPostalMime extends PostalMime {
  readLine(): Line {
    const internals = this as unknown as Internals;
    const { av, readPos, currentNode } = internals;
    const isLineBased =
      currentNode.state !== 'body' || currentNode.contentTransferEncoding.encoding === 'quoted-printable';
    const end = isLineBased
      ? null
      : findBlockEnd(Buffer.from(av.buffer, readPos, Math.min(maxBlockBytes, av.length - readPos)));
    if (end === null) return this.#readOne();
    internals.readPos = readPos + end;
    const lineEndBytes = av[internals.readPos - 2] === carriageReturn ? 2 : 1;
    return { bytes: av.subarray(readPos, internals.readPos - lineEndBytes), done: internals.readPos >= av.length };
  }

  #readOne(): Line {
    return (PostalMime.prototype as unknown as { readLine(): Line }).readLine.call(this);
  }
}

const [carriageReturn, lineFeed] = [0x0d, 0x0a];
const possibleBoundary = Buffer.from('\n--');

/** Returns the end of the lines before a possible boundary. Null if the first line has to be read alone. */
const findBlockEnd = (block: Buffer): number | null => {
  if (block[0] === possibleBoundary[1] && block[1] === possibleBoundary[2]) return null;
  const boundary = block.indexOf(possibleBoundary);
  const end = (boundary === -1 ? block.lastIndexOf(lineFeed) : boundary) + 1;
  return end === 0 ? null : end;
};
