/** Of one page, browsers finish no more than 64 KiB and a few requests at a time after it is left. */
const mostBytes = 8 * 1024;
const mostAtOnce = 5;

let outliving = 0;

/**
 * Sends a request; a write is finished by the browser even when its page is left, reloaded or closed meanwhile: an edit
 * is shown before it is stored, and whoever sees it may go. Large ones and crowds are sent as they are.
 */
export async function outlivePage(
  request: RequestInit,
  send: (request: RequestInit) => Promise<Response>,
): Promise<Response> {
  const isWrite = request.method !== undefined && request.method !== 'GET';
  const isSmall = typeof request.body !== 'string' || new Blob([request.body]).size <= mostBytes;
  if (!isWrite || !isSmall || outliving >= mostAtOnce) return send(request);
  outliving += 1;
  try {
    return await send({ ...request, keepalive: true });
  } finally {
    outliving -= 1;
  }
}
