import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CheckPart, CheckResult, MailboxCheck } from '#contract/mailbox-checks';
import { call } from '../../api-client/client.ts';
import { FormError } from '../../ui/form-error.tsx';
import form from '../form/settings-form.module.css';
import { StateLabel, type StateLook } from '../state-label.tsx';
import css from './check-mailbox.module.css';

const pollMilliseconds = 2000;

const displayOrder: readonly CheckPart[] = ['outbound', 'inbound', 'domain', 'test_mail', 'arrival'];

/** Checks the servers and the domain of a mailbox. Sends a mail from the mailbox to itself. */
export function CheckMailbox({ id }: { id: string }) {
  const [results, setResults] = useState<Partial<Record<CheckPart, readonly CheckResult[]>>>({});
  const unmounted = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    unmounted.current = controller;
    return () => controller.abort();
  }, []);

  const check = async (part: CheckPart, testMailId: string | null = null): Promise<MailboxCheck> => {
    const { body } = await call('PUT /mailboxes/{mailbox_id}/check', {
      params: { mailbox_id: id },
      body: { part, test_mail_id: testMailId },
      signal: unmounted.current.signal,
      ...(part === 'test_mail' && { repeatable: false }),
    });
    setResults(shown => ({ ...shown, [part]: body.results }));
    return body;
  };
  const checkTestMail = async (): Promise<void> => {
    const { test_mail_id: sent } = await check('test_mail');
    if (sent === null) return;
    while ((await check('arrival', sent)).results.some(({ state }) => state === 'waiting'))
      await new Promise(resolve => setTimeout(resolve, pollMilliseconds));
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      setResults({});
      // Waits for all parts, so that the button stays disabled while results may change.
      const parts = [check('outbound'), check('inbound'), check('domain'), checkTestMail()];
      const failure = (await Promise.allSettled(parts)).find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
    },
  });

  return (
    <section className={form.form} tabIndex={-1} aria-label="Check">
      <h2>Check</h2>
      <p className={form.about}>
        Connects to the servers, reads the DNS records of the domain, and sends an email from this mailbox to itself.
      </p>
      <ul className={css.results} aria-label="Results" aria-live="polite">
        {displayOrder.flatMap(part =>
          (results[part] ?? []).map(result => <Result key={`${part} ${result.name}`} result={result} />),
        )}
      </ul>
      <footer>
        {error && <FormError error={error} />}
        <span role="status" className={form.status}>
          {isPending ? 'Checking…' : ''}
        </span>
        <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
          Send a test email
        </button>
      </footer>
    </section>
  );
}

const looks: Readonly<Record<CheckResult['state'], StateLook>> = {
  ok: { label: 'OK', icon: 'check', ink: 'var(--ink-2)' },
  warning: { label: 'Warning', icon: 'alert', ink: 'var(--wait-text)' },
  failed: { label: 'Failed', icon: 'cross', ink: 'var(--urgent)' },
  waiting: { label: 'Waiting', icon: 'refresh', ink: 'var(--ink-2)' },
  skipped: { label: 'Skipped', icon: 'half', ink: 'var(--ink-2)' },
};

function Result({ result: { name, state, response, advice } }: { result: CheckResult }) {
  return (
    <li>
      <StateLabel look={looks[state]} />
      <span className={css.name}>{name}</span>
      {response !== null && (
        <bdi className={css.response} dir="ltr">
          {response}
        </bdi>
      )}
      {advice !== null && <span className={css.advice}>{advice}</span>}
    </li>
  );
}
