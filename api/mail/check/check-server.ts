import type { CheckResult } from '#contract/mailbox-checks';
import { notTls } from '../../deliveries/smtp/outcome.ts';
import { describeError } from './deadline.ts';
import { type Probe, type ProbedServer, probeServer } from './probe-server.ts';
import { ok, problem } from './result.ts';

/** The server of one direction, and how the desk signs in to it. */
export type CheckedServer = ProbedServer & {
  /** "Outgoing server" or "Incoming server". */
  title: string;
  /** Null for a server without authentication. */
  user: string | null;
  authentication: 'password' | 'oauth';
  /** The password or access token, which no result repeats; null if neither is stored. */
  secret: string | null;
  /**
   * Signs in and ends the session. Null skips the sign-in.
   * @returns a description of the sign-in, for people
   * @throws SignInError, or the reason of the check's signal
   */
  signIn: (() => Promise<string>) | null;
};

/** A failed sign-in. The message is the server's response, or describes the failure. */
export class SignInError extends Error {
  /** Whether the server rejected the user, the password or the token. */
  readonly areCredentialsInvalid: boolean;

  constructor(response: string, areCredentialsInvalid: boolean) {
    super(response);
    this.areCredentialsInvalid = areCredentialsInvalid;
  }
}

const expiryWarningMilliseconds = 14 * 86_400_000;

/** Connects to a server, inspects its certificate and signs in. Each step depends on the steps before. */
export const checkServer = async (server: CheckedServer, now: number, signal: AbortSignal): Promise<CheckResult[]> => {
  const probe = await probeServer(server, signal);
  const results = [describeConnection(server, probe)];
  if (server.security !== 'none' && probe.greeting !== null) results.push(describeTls(server, probe, now));
  const { signIn } = server;
  const isReady = results.every(({ state }) => state !== 'failed');
  if (isReady && signIn !== null) results.push(await checkSignIn(server, signIn, signal));
  return results;
};

const describeConnection = ({ title, host, port, security }: CheckedServer, probe: Probe): CheckResult => {
  const { greeting, tls, error, wasRejected } = probe;
  const name = `${title} ${host}:${port}`;
  if (greeting !== null) return ok(name, greeting);
  if (wasRejected) return problem('failed', name, error, 'The server rejects the connection: see its response.');
  if (security === 'tls' && tls === null && notTls.test(error ?? ''))
    return problem('failed', name, error, 'The server does not speak TLS on this port. Choose STARTTLS.');
  return problem(
    'failed',
    name,
    error,
    'Check the host name, the port and the encryption, and whether a firewall blocks the connection.',
  );
};

const describeTls = ({ title, host }: CheckedServer, { tls, error, wasRejected }: Probe, now: number): CheckResult => {
  const name = `${title}: TLS`;
  if (tls === null && wasRejected)
    return problem('failed', name, error, 'The server rejects STARTTLS on this port. Choose TLS and the port for it.');
  if (tls === null) return problem('failed', name, error, 'TLS did not start. Check the port and the encryption.');
  const response = `${tls.version}, certificate of ${tls.name}, valid until ${tls.validTo.toISOString().slice(0, 10)}`;
  if (tls.validTo.getTime() <= now) return problem('failed', name, response, 'Renew the certificate of the server.');
  if (tls.error === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return problem('failed', name, response, `The certificate is for another name. Use that name instead of ${host}.`);
  if (tls.error !== null)
    return problem(
      'failed',
      name,
      `${response}; ${tls.error}`,
      'This machine does not trust the certificate. Install a certificate of a known authority, or set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority.',
    );
  if (tls.validTo.getTime() < now + expiryWarningMilliseconds)
    return problem('warning', name, response, 'Renew the certificate of the server soon.');
  return ok(name, response);
};

const checkSignIn = async (
  { title, user, secret, authentication }: CheckedServer,
  signIn: () => Promise<string>,
  signal: AbortSignal,
): Promise<CheckResult> => {
  const name = `${title}: sign-in`;
  if (user === null) return ok(name, 'The desk does not sign in to this server.');
  if (secret === null) return problem('failed', name, null, `No password for ${user} is stored. Enter it again.`);
  try {
    return ok(name, removeSecret(await signIn(), secret));
  } catch (error) {
    const response = removeSecret(describeError(error), secret);
    if (signal.aborted) return problem('failed', name, response, timeoutAdvice);
    if (!(error instanceof SignInError && error.areCredentialsInvalid))
      return problem(
        'failed',
        name,
        response,
        'Fix the problem that the response describes, or try again in a few minutes.',
      );
    const advice = authentication === 'oauth' ? 'sign in at the provider again' : 'enter the password again';
    return problem('failed', name, response, `Check the user, and ${advice}.`);
  }
};

const timeoutAdvice =
  'The server accepts connections, but the sign-in did not finish in time. Check whether the server is overloaded or delays sign-ins after invalid passwords, and try again in a few minutes.';

/** Replaces the password or access token in a server's response with `…`. */
export const removeSecret = (response: string, secret: string | null): string =>
  secret === null || secret === '' ? response : response.replaceAll(secret, '…');
