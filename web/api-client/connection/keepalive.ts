/** Browsers limit the keepalive requests of a page to 64 KiB and a few at the same time. */
const maxBytes = 8 * 1024;
const maxConcurrent = 5;

let active = 0;

/**
 * Sends a request; small writes with `keepalive`, so that the browser finishes them after the page is closed. Edits are
 * shown before they are stored, so users may leave early. Above the browsers' limits, writes are sent normally.
 */
export async function sendWithKeepalive(
  request: RequestInit,
  send: (request: RequestInit) => Promise<Response>,
): Promise<Response> {
  const isWrite = request.method !== undefined && request.method !== 'GET';
  const isSmall = typeof request.body !== 'string' || new Blob([request.body]).size <= maxBytes;
  if (!isWrite || !isSmall || active >= maxConcurrent) return send(request);
  active += 1;
  try {
    return await send({ ...request, keepalive: true });
  } finally {
    active -= 1;
  }
}
