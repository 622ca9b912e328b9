import type { Attachment } from '#contract';
import { parseJson } from '#contract/json';
import { readError } from './client.ts';
import { sendWhenReachable } from './connection/reachability.ts';
import { probeConnection, type TextResponse } from './connection/send.ts';
import { sendBytes } from './connection/send-bytes.ts';
import { sendWhenAccepted } from './connection/send-when-accepted.ts';
import { sendWhenSignedIn } from './connection/session-hold.ts';
import { stringifySearch } from './search-params.ts';

type UploadOptions = {
  name: string;
  /** Media type; may be empty. */
  type: string;
  /** The same for every attempt. */
  idempotencyKey: string;
  /** Called with 0 to 1 while bytes are sent, and with 0 before each attempt. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/**
 * POST /attachments with progress. Like `call`, waits while the person is signed out or the desk is unreachable. Also
 * waits while too many uploads are in progress, and sends the file again.
 *
 * @throws {ApiError} {NetworkError}
 * @throws the signal's reason if it is aborted
 */
export async function uploadFile(bytes: Blob, { name, ...options }: UploadOptions): Promise<Attachment> {
  const { signal } = options;
  const url = `/api/attachments${stringifySearch({ name })}`;
  const attempt = (): Promise<TextResponse> =>
    sendWhenAccepted(() => sendBytes(url, bytes, options), { probe: probeConnection, toError: readError, signal });
  const received = await sendWhenReachable(() => sendWhenSignedIn(attempt, signal), { repeatable: true, signal });
  if (!received.ok) throw readError(received);
  return parseJson(received.text) as Attachment;
}
