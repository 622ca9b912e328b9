import { NetworkError } from '../errors.ts';
import { isUnresponsive, type TextResponse } from './send.ts';

const probeIntervalMilliseconds = 10_000;

type SendOptions = {
  /** Media type; may be empty. */
  type: string;
  idempotencyKey: string;
  /** `fraction` is from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/**
 * Posts bytes with the CSRF header. Uses XMLHttpRequest, because `fetch` reports no progress.
 *
 * @throws {NetworkError}
 * @throws the signal's reason if it is aborted
 */
export async function sendBytes(url: string, bytes: Blob, options: SendOptions): Promise<TextResponse> {
  const { type, idempotencyKey, onProgress, signal } = options;
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  let lastProgress = Date.now();
  // Browsers would wait for minutes on a network that drops packets.
  const timer = setInterval(async () => {
    const isStalled = Date.now() - lastProgress >= probeIntervalMilliseconds;
    if (isStalled && (await isUnresponsive())) request.abort();
  }, probeIntervalMilliseconds);
  const abort = (): void => request.abort();
  signal.addEventListener('abort', abort);
  const response = new Promise<TextResponse>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => {
      lastProgress = Date.now();
      onProgress(bytes.size === 0 ? 1 : loaded / bytes.size);
    };
    request.onload = () => resolve(readResponse(request));
    request.onerror = () => reject(new NetworkError('the upload failed'));
    request.onabort = () => reject(signal.aborted ? signal.reason : new NetworkError('the upload stalled'));
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', type || 'application/octet-stream');
    request.setRequestHeader('X-CSRF', '1');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    onProgress(0);
    request.send(bytes);
  });
  try {
    return await response;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
  }
}

function readResponse(request: XMLHttpRequest): TextResponse {
  const { status, statusText, responseText: text } = request;
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  return { ok: status >= 200 && status < 300, status, statusText, headers, text };
}
