/**
 * Frees the memory of bytes that are not needed any more, unless other bytes share it. The garbage collection of large
 * buffers takes longer than sending or storing them.
 */
export const releaseBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};
