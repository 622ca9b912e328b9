import { releaseBytes } from '#server/release-bytes';

/** Reads a stream in parts of known sizes. */
export type ByteReader = {
  /** Fills an array. @returns false if the stream ends early or fails */
  fill(target: Uint8Array): Promise<boolean>;
  /**
   * Yields the next bytes as they arrive. Each part is released when the next part is read.
   * @throws Error if the stream ends early or fails
   */
  take(size: number): AsyncGenerator<Uint8Array>;
};

export const createByteReader = (stream: AsyncIterable<Uint8Array>): ByteReader => {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  async function* take(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new Error('The stream ended in the middle of a file.');
        rest = next.value;
      }
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
      releaseBytes(part);
    }
  }
  return {
    take,
    async fill(target) {
      let at = 0;
      try {
        for await (const part of take(target.length)) {
          target.set(part, at);
          at += part.length;
        }
      } catch {
        return false;
      }
      return true;
    },
  };
};
