import type { CheckResult } from '#contract/mailbox-checks';
import { type Probe, type ProbedServer, probeServer } from './probe-server.ts';
import { ok, problem } from './result.ts';

/** The server of one direction, and how the desk signs in to it. */
export type CheckedServer = ProbedServer & {
  /** "Outgoing server" or "Incoming server". */
  title: string;
  /** Null for a server without authentication. */
  user: string | null;
  authentication: 'password' | 'oauth';
  /** The password or the access token, which no result repeats; null if no password is stored. */
  secret: string | null;
  /** Signs in and ends the session. @throws an error with the server's response */
  signIn: (() => Promise<string>) | null;
};

const probeMilliseconds = 15_000;

const soonMilliseconds = 14 * 86_400_000;

/** Connects to a server, inspects its certificate and signs in: each line depends on the line before. */
export const checkServer = async (server: CheckedServer, now: number): Promise<CheckResult[]> => {
  const probe = await probeServer(server, probeMilliseconds);
  const results = [describeConnection(server, probe)];
  if (server.security !== 'none' && probe.greeting !== null) results.push(describeTls(server, probe, now));
  const { signIn } = server;
  const isReady = results.every(({ state }) => state !== 'failed');
  if (isReady && signIn !== null) results.push(await checkSignIn(server, signIn));
  return results;
};

const describeConnection = ({ title, host, port, security }: CheckedServer, { greeting, tls, error }: Probe) => {
  const name = `${title} ${host}:${port}`;
  if (greeting !== null) return ok(name, toLine(greeting));
  if (security === 'tls' && tls === null && /wrong version|SSL|EPROTO/i.test(error ?? ''))
    return problem('failed', name, error, 'The server does not begin with TLS on this port. Choose STARTTLS.');
  return problem(
    'failed',
    name,
    error,
    'Check the host name, the port and the encryption, and whether a firewall blocks the connection.',
  );
};

const describeTls = ({ title, host }: CheckedServer, { tls, error }: Probe, now: number): CheckResult => {
  const name = `${title}: TLS`;
  if (tls === null)
    return problem('failed', name, error && toLine(error), 'The server offers no TLS here. Use its port for TLS.');
  const response = `${tls.version}, certificate of ${tls.name}, valid until ${tls.validTo.toISOString().slice(0, 10)}`;
  if (tls.validTo.getTime() <= now) return problem('failed', name, response, 'Renew the certificate of the server.');
  if (tls.error === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return problem('failed', name, response, `The certificate is for another name. Use that name instead of ${host}.`);
  if (tls.error !== null)
    return problem(
      'failed',
      name,
      `${response}; ${tls.error}`,
      'This machine does not trust the certificate. Install one of a known authority, or name its authority in NODE_EXTRA_CA_CERTS.',
    );
  if (tls.validTo.getTime() < now + soonMilliseconds)
    return problem('warning', name, response, 'Renew the certificate of the server soon.');
  return ok(name, response);
};

const checkSignIn = async (
  { title, user, secret, authentication }: CheckedServer,
  signIn: () => Promise<string>,
): Promise<CheckResult> => {
  const name = `${title}: sign-in`;
  if (user === null) return ok(name, 'The desk does not sign in to this server.');
  if (secret === null) return problem('failed', name, null, `No password of ${user} is stored. Enter it again.`);
  const withoutSecret = (text: string) => toLine(text.replaceAll(secret, '…'));
  try {
    return ok(name, withoutSecret(await signIn()));
  } catch (error) {
    const response = error instanceof Error ? error.message : String(error);
    const advice = authentication === 'oauth' ? 'sign in at the provider again' : 'enter the password again';
    return problem('failed', name, withoutSecret(response), `Check the user, and ${advice}.`);
  }
};

/** Joins the lines of a response. */
const toLine = (response: string): string =>
  response
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500);
