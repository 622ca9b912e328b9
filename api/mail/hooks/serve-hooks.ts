import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { maxMailBytes } from '#contract/mails';
import { setMetricsRoute } from '#server/count-requests';
import type { Uploads } from '#server/uploads';
import type { Database, WriteTransaction } from '../../database/database.ts';
import { FileTooLargeError } from '../../files/driver.ts';
import type { NewFile } from '../../files/files.ts';
import { requireNoCoding } from '../../http/body-type.ts';
import { ApiError, methodNotSupportedError } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { readUpload, receiveUpload, uploadTooLargeError } from '../../http/serve-upload.ts';
import { type HookProvider, type HookStore, hookProviders, type MailHook } from '../../mailboxes/hooks.ts';
import { MailboxUnavailableError } from '../../mails/store.ts';
import type { Stores } from '../../stores.ts';
import { createStoredMailWriter } from '../receive-mail.ts';
import { MalformedFormError } from './byte-scanner.ts';
import type { Form, ReadForm } from './form.ts';
import { checkAge, consumeToken, isSigned } from './mailgun-signature.ts';
import { providers } from './providers.ts';

type HookDependencies = {
  database: Database;
  stores: Pick<Stores, 'files' | 'mails' | 'mailboxes'>;
  hooks: HookStore;
  uploads: Uploads;
  rateLimit: Pick<RateLimit, 'reject'>;
  clock: () => number;
  log: Logger;
};

/** A body is larger than its mail. It may repeat the files, and it escapes characters. */
const maxBodyBytes = 4 * maxMailBytes;

/**
 * The paths to which providers send mail. The key authenticates the provider. Mailgun sends raw mail only to a path that
 * ends with `/mime`.
 */
const paths = ['/hooks/mail/:mailbox/:provider/:key', '/hooks/mail/:mailbox/:provider/:key/mime'];

/**
 * Serves the POST requests of providers: 200 once the mail is stored. Temporary errors are 503, because SendGrid
 * retries a request only after 5xx. Requests with an invalid key count against the limit of their IP address.
 */
export const serveMailHooks = (dependencies: HookDependencies): Router => {
  const receive = createReceiver(dependencies);
  const { database, hooks, rateLimit } = dependencies;

  const findHook = async ({ mailbox, provider, key }: Record<string, string>): Promise<MailHook | null> => {
    if (!isProvider(provider)) return null;
    const hook = await hooks.find(database.read, mailbox ?? '', provider);
    return isSame(hook?.key ?? '', key ?? '') ? hook : null;
  };

  const serve = async (request: Request<Record<string, string>>, response: Response): Promise<void> => {
    setMetricsRoute(response, paths[0] ?? '');
    if (request.method !== 'POST') throw methodNotSupportedError(request.method, 'POST');
    const hook = await findHook(request.params);
    if (hook === null) return rateLimit.reject(request, response, noHookError());
    await receive(request, hook);
    response.setHeader('Cache-Control', 'no-store').status(200).end();
  };
  return Router({ caseSensitive: true, strict: true }).all(paths, serve);
};

const isProvider = (name: string | undefined): name is HookProvider => hookProviders.some(each => each === name);

/** Compares secrets in constant time. An empty expected secret never matches. */
const isSame = (expected: string, given: string): boolean => {
  const [left, right] = [expected, given].map(each => createHash('sha256').update(each).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right) && expected !== '';
};

const noHookError = (): ApiError => new ApiError('no_route', 'No resource exists at this URL.');

/** Creates the function that stores the mail of a request. */
const createReceiver = ({ database, stores, uploads, clock, log }: HookDependencies) => {
  const { files, mails } = stores;
  const storeMail = createStoredMailWriter(stores);

  /** @throws ApiError 403 for an invalid signature, 406 for an old timestamp, 503 for a timestamp in the future */
  const requireSignature = (signingKey: string, fields: Form['fields'], mailboxId: string): void => {
    if (!isSigned(signingKey, fields)) {
      log.warn(
        { mailboxId },
        'the signature of Mailgun does not match; correct the key with "desk mailboxes hook ADDRESS --provider mailgun --signing-key-stdin"',
      );
      // Mailgun retries after 403, so the key can be corrected in the meantime.
      throw new ApiError('no_access', 'The signature does not match.');
    }
    const age = checkAge(fields, clock());
    if (age === 'old') throw rejectSigned(mailboxId, 'The timestamp is too old.');
    if (age === 'recent') return;
    log.warn(
      { mailboxId },
      'the timestamp from Mailgun is in the future; Mailgun will retry (check the clock of this server)',
    );
    throw new ApiError('unavailable', 'The timestamp is in the future. Try again later.', {
      headers: { 'Retry-After': '600' },
    });
  };

  /** Creates the 406 for a signed mail, and logs the reason. Mailgun does not retry after 406, so the mail is lost. */
  const rejectSigned = (mailboxId: string, reason: string): ApiError => {
    log.warn(
      { mailboxId, reason },
      'rejected a signed mail from Mailgun; the mail is lost, because Mailgun does not retry',
    );
    return new ApiError('hook_rejected', reason);
  };

  const store = async (
    writes: WriteTransaction,
    arrived: Parameters<typeof storeMail>[1],
    token: string | null,
  ): Promise<void> => {
    const isNew = (await mails.findByHash(writes, arrived.mailboxId, arrived.file.sha256)) === null;
    // Mailgun retries a request whose response was lost, with the same mail and token.
    if (isNew && token !== null && !(await consumeToken(writes, token, clock())))
      throw rejectSigned(arrived.mailboxId, 'A different mail was sent with this token.');
    await storeMail(writes, arrived, clock());
  };

  return async (request: Request<Record<string, string>>, { signingKey }: MailHook): Promise<void> => {
    const { mailbox: mailboxId = '', provider: name } = request.params;
    const provider = providers[name as HookProvider];
    const fields: Form['fields'] = new Map();
    const readForm = findReader(request, provider.readers);
    const form = { ...provider, contentType: request.get('Content-Type') ?? '', fields };
    const finish = (file: NewFile) => {
      if (!fields.has(provider.mailField)) throw new ApiError('bad_request', provider.advice);
      if (signingKey !== null) requireSignature(signingKey, fields, mailboxId);
      const token = signingKey === null ? null : (fields.get('token') ?? '');
      const arrived = { mailboxId, envelope: provider.getEnvelope(fields), file };
      return database.transaction(writes => store(writes, arrived, token));
    };
    const put = () => files.put(readForm(limitBytes(readUpload(request)), form), { maxBytes: maxMailBytes }, finish);
    await receiveUpload({ request, uploads }, put).catch(toApiError);
  };
};

/** Finds the reader for the media type of a request. @throws ApiError 415 */
const findReader = (
  request: Request<Record<string, string>>,
  readers: Readonly<Record<string, ReadForm>>,
): ReadForm => {
  requireNoCoding(request);
  const [type = ''] = (request.get('Content-Type') ?? '').split(';', 1);
  const reader = readers[type.trim().toLowerCase()];
  if (reader !== undefined) return reader;
  const accept = Object.keys(readers).join(', ');
  throw new ApiError('unsupported_media_type', `Send the body as ${accept}.`, { headers: { Accept: accept } });
};

/** @throws FileTooLargeError */
async function* limitBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new FileTooLargeError();
    yield chunk;
  }
}

/** Converts errors of a request. @throws ApiError 400, 404, 413, 503, or the same error */
const toApiError = (error: unknown): never => {
  if (error instanceof MalformedFormError) throw new ApiError('bad_request', error.message);
  if (error instanceof FileTooLargeError) throw uploadTooLargeError(maxMailBytes);
  if (!(error instanceof MailboxUnavailableError)) throw error;
  if (!error.isDisabled) throw noHookError();
  throw new ApiError('unavailable', 'The mailbox is disabled. Try again later.', { headers: { 'Retry-After': '600' } });
};
