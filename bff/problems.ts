import type { ErrorName } from '#contract/errors';

type Headers = Readonly<Record<string, string>>;

/** A refusal that is answered as JSON in the service's error shape. */
export class Problem extends Error {
  readonly error: ErrorName;
  readonly headers: Headers;

  /** `description` is read by people; `cause` is only logged. */
  constructor(error: ErrorName, description: string, headers: Headers = {}, options?: ErrorOptions) {
    super(description, options);
    this.name = 'Problem';
    this.error = error;
    this.headers = headers;
  }
}

/** A refusal that a person meets while navigating, answered as a small page with a way on. */
export class PageProblem extends Error {
  readonly status: number;
  readonly title: string;
  /** Where "Sign in again" leads in the end; null where signing in is not the way on. */
  readonly returnTo: string | null;
  readonly headers: Headers;

  constructor(
    page: { status: number; title: string; text: string; returnTo: string | null; headers?: Headers },
    options?: ErrorOptions,
  ) {
    super(page.text, options);
    this.name = 'PageProblem';
    this.status = page.status;
    this.title = page.title;
    this.returnTo = page.returnTo;
    this.headers = page.headers ?? {};
  }
}

export const notSignedIn = () =>
  new Problem('no_token', 'You are not signed in, or your session has ended.', {
    'WWW-Authenticate': 'Bearer realm="Stardesk"',
  });

export const crossSite = (description: string) => new Problem('cross_site', description);

export const noRoute = () => new Problem('no_route', 'There is nothing at this address.');

/** `allow` lists the methods of the address (RFC 9110, 15.5.6). */
export const methodNotAllowed = (allow: readonly string[]) =>
  new Problem('method_not_allowed', `This address takes ${allow.join(', ')}.`, { Allow: allow.join(', ') });

export const tooLarge = (limitBytes: number) =>
  new Problem('too_large', `The body is larger than ${limitBytes.toLocaleString('en')} bytes.`);

export const unavailable = (cause?: unknown) =>
  new Problem(
    'unavailable',
    'The service is not reachable just now. Try again in a moment.',
    { 'Retry-After': '2' },
    { cause },
  );

export const tooBusy = () =>
  new Problem('unavailable', 'More is asked just now than can be answered. Try again in a moment.', {
    'Retry-After': '1',
  });

export const upstreamFailed = (cause?: unknown) =>
  new Problem('upstream_failed', 'The service broke off its answer. Try again.', {}, { cause });

export const upstreamTimedOut = (cause?: unknown) =>
  new Problem('upstream_timeout', 'The service took too long to answer. Try again.', {}, { cause });
