/**
 * Frees the memory of bytes that are no longer needed, unless other bytes share it. The garbage collection of large
 * buffers takes longer than sending or storing them. Libraries may share an empty buffer, which is never released.
 */
export const releaseBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};
