import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api-client/client.ts';
import { createIdempotencyKeys } from '../../api-client/idempotency-keys.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import settings from '../settings.module.css';
import { newMailboxFields } from './mailbox-fields.ts';
import { storeMailbox } from './queries.ts';

const empty = { version: 0, texts: { name: '', address: '' } };

/** Adds a mailbox, which captures its outgoing mail until a server is connected. */
export function NewMailboxPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [getKey] = useState(createIdempotencyKeys);
  const state = useSettingsForm({
    fields: newMailboxFields,
    current: empty,
    draftPath: 'settings/mailboxes/new',
    save: async change => {
      const body = { name: '', address: '', ...change };
      const { body: mailbox } = await call('POST /mailboxes', { body, idempotencyKey: getKey(body) });
      storeMailbox(client, mailbox);
      void navigate({ to: '/settings/mailboxes/$mailboxId', params: { mailboxId: mailbox.id } });
      return empty;
    },
    reload: async () => empty,
  });
  return (
    <section className={detailPane.pane} aria-label="New mailbox">
      <PageTitle>New mailbox</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to mailboxes" to={{ to: '/settings/mailboxes' }} />
          <h1 className={settings.title}>New mailbox</h1>
        </div>
      </header>
      <div className={settings.screen}>
        <SettingsForm
          title="Mailbox"
          about="Outgoing mail of the mailbox stays on this desk until you connect a server."
          fields={newMailboxFields}
          state={state}
        />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}
