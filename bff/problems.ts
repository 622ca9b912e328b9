import type { ErrorName } from '#contract/errors';

type Headers = Readonly<Record<string, string>>;

/** An error that is sent as JSON in the API's error format. */
export class Problem extends Error {
  readonly error: ErrorName;
  readonly headers: Headers;

  /** `description` is for people; `cause` is only logged. */
  constructor(error: ErrorName, description: string, headers: Headers = {}, options?: ErrorOptions) {
    super(description, options);
    this.name = 'Problem';
    this.error = error;
    this.headers = headers;
  }
}

/** An error that is sent as an HTML page with links, for browser navigation. */
export class PageProblem extends Error {
  readonly status: number;
  readonly title: string;
  /** The path to which the sign-in link returns; null hides that link. */
  readonly returnTo: string | null;
  /** A page in a frame has no links. */
  readonly isFramed: boolean;
  readonly headers: Headers;

  constructor(
    page: {
      status: number;
      title: string;
      text: string;
      returnTo: string | null;
      isFramed?: boolean;
      headers?: Headers;
    },
    options?: ErrorOptions,
  ) {
    super(page.text, options);
    this.name = 'PageProblem';
    this.status = page.status;
    this.title = page.title;
    this.returnTo = page.returnTo;
    this.isFramed = page.isFramed ?? false;
    this.headers = page.headers ?? {};
  }
}

export const notSignedIn = () =>
  new Problem('no_token', 'You are not signed in, or your session has ended.', {
    'WWW-Authenticate': 'Bearer realm="Stardesk"',
  });

export const crossOrigin = (description: string) => new Problem('cross_origin', description);

export const noRoute = () => new Problem('no_route', 'No resource exists at this URL.');

/** `allow` lists the methods of the URL (RFC 9110, 15.5.6). */
export const unsupportedMethod = (allow: readonly string[]) =>
  new Problem('method_not_allowed', `This URL accepts ${allow.join(', ')}.`, { Allow: allow.join(', ') });

export const tooLarge = (limitBytes: number) =>
  new Problem('too_large', `The body is larger than ${limitBytes.toLocaleString('en')} bytes.`);

export const upstreamUnavailable = (cause?: unknown) =>
  new Problem(
    'unavailable',
    'The service is currently unavailable. Try again in a moment.',
    { 'Retry-After': '2' },
    { cause },
  );

export const tooBusy = () =>
  new Problem('unavailable', 'The server is overloaded. Try again in a moment.', {
    'Retry-After': '1',
  });

export const upstreamFailed = (cause?: unknown) =>
  new Problem('upstream_failed', 'The service returned an invalid or incomplete response. Try again.', {}, { cause });

export const upstreamTimedOut = (cause?: unknown) =>
  new Problem('upstream_timeout', 'The service took too long to respond. Try again.', {}, { cause });
