import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { CheckResult } from '#contract/mailbox-checks';
import { describeError } from './deadline.ts';
import { ok, problem } from './result.ts';

/** The TXT records of a name. A name without records has no texts, and no error. */
type Records = { texts: string[]; error: string | null };

/**
 * Reads the TXT records of a name. An aborted signal cancels the query. The resolver alone would wait longer for each
 * further DNS server.
 */
const readRecords = async (name: string, signal: AbortSignal): Promise<Records> => {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  resolver.setServers(dns.getServers());
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    return { texts: (await resolver.resolveTxt(name)).map(parts => parts.join('')), error: null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENODATA' || code === 'ENOTFOUND';
    return { texts: [], error: isMissing ? null : describeError(signal.aborted ? signal.reason : error) };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

const dnsAdvice =
  'The DNS lookup failed. Check the name servers of the domain and the DNS configuration of this machine, then try again.';

/** Checks the SPF and DMARC records of a domain. */
export const checkDomain = (domain: string, signal: AbortSignal): Promise<CheckResult[]> =>
  Promise.all([checkSpf(domain, signal), checkDmarc(domain, signal)]);

const checkSpf = async (domain: string, signal: AbortSignal): Promise<CheckResult> => {
  const name = `SPF record of ${domain}`;
  const { texts, error } = await readRecords(domain, signal);
  if (error !== null) return problem('failed', name, error, dnsAdvice);
  const records = texts.filter(text => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined)
    return problem(
      'failed',
      name,
      null,
      `Publish a TXT record at ${domain} that names your mail server, for example "v=spf1 mx -all".`,
    );
  // RFC 7208, 4.5: several records are a permanent error ("permerror").
  if (records.length > 1)
    return problem('failed', name, records.join('\n'), 'Publish only one SPF record: combine these records.');
  // Terms after "all" are ignored (RFC 7208, 5.1).
  if (/ \+?all( |$)/i.test(record))
    return problem(
      'failed',
      name,
      record,
      'This record allows every server to send mail as your domain. End it with "-all" or "~all".',
    );
  return ok(name, record);
};

/**
 * Checks the DMARC record of the domain, or of its nearest parent with a record. The policy of a domain also applies to
 * its subdomains.
 */
const checkDmarc = async (domain: string, signal: AbortSignal): Promise<CheckResult> => {
  const name = `DMARC record of ${domain}`;
  const labels = domain.split('.');
  for (let count = labels.length; count >= Math.min(2, labels.length); count--) {
    const { texts, error } = await readRecords(`_dmarc.${labels.slice(-count).join('.')}`, signal);
    if (error !== null) return problem('failed', name, error, dnsAdvice);
    const records = texts.filter(text => /^v=DMARC1\s*;/i.test(text));
    if (records.length > 1)
      return problem('failed', name, records.join('\n'), 'Publish only one DMARC record: receivers ignore several.');
    if (records[0] !== undefined) return ok(name, records[0]);
  }
  return problem(
    'warning',
    name,
    null,
    `Publish a TXT record at _dmarc.${domain}, for example "v=DMARC1; p=none". Large providers expect a DMARC record.`,
  );
};

/** Checks that DNS has the public key of a DKIM signature. */
export const checkDkimKey = async (domain: string, selector: string, signal: AbortSignal): Promise<CheckResult> => {
  const host = `${selector}._domainkey.${domain}`;
  const name = `DKIM record ${host}`;
  const { texts, error } = await readRecords(host, signal);
  if (error !== null) return problem('failed', name, error, dnsAdvice);
  const record = texts.find(text => /(^|;)\s*p\s*=/i.test(text));
  if (record !== undefined && /(^|;)\s*p\s*=\s*[^;\s]/i.test(record)) return ok(name, record);
  return problem(
    'failed',
    name,
    record ?? null,
    `Publish the public key of your mail server as a TXT record at ${host}.`,
  );
};
