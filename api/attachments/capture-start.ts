import { examinedBytes } from './detect-type.ts';

/** Passes bytes on. `getStart` returns a copy of the first bytes, from which the type is detected. */
export const captureStart = (source: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = [];
  let length = 0;
  async function* capture(): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      if (length < examinedBytes) {
        const copied = Uint8Array.from(part.subarray(0, examinedBytes - length));
        parts.push(copied);
        length += copied.length;
      }
      yield part;
    }
  }
  return { bytes: capture(), getStart: () => Buffer.concat(parts) };
};
