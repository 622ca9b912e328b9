import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Mailbox, MailboxConnection } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { refetchMail } from '../../mail/refetch-mail.ts';
import { ResumeMailbox } from '../../mail/resume-mailbox.tsx';
import { mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { useAssignablePeople } from '../../people/use-people.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BodySkeleton, HeadingSkeleton } from '../../ui/skeleton.tsx';
import { readTexts } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { AuthorizationForm } from './authorization-form.tsx';
import { CheckMailbox } from './check-mailbox.tsx';
import { DeleteMailbox } from './delete-mailbox.tsx';
import { Direction } from './direction.tsx';
import {
  buildIncomingChange,
  incomingFields,
  mailboxFields,
  outgoingFields,
  selectIncomingFields,
  toIncoming,
} from './mailbox-fields.ts';
import css from './mailboxes.module.css';
import { authorizationQuery, connectionQuery, mailboxQuery, storeMailbox } from './queries.ts';

/** The mailbox of the URL. */
export function MailboxPage() {
  const { mailboxId } = useParams({ from: '/desk/settings/mailboxes/$mailboxId' });
  return (
    <section className={detailPane.pane} tabIndex={-1} aria-label="Mailbox">
      <MailboxBody key={mailboxId} id={mailboxId} />
    </section>
  );
}

function MailboxBody({ id }: { id: string }) {
  const mailbox = useQuery(mailboxQuery(id));
  const connection = useQuery(connectionQuery(id));
  const authorization = useQuery(authorizationQuery(id));
  const failed = [mailbox, connection, authorization].find(query => query.isError && query.data === undefined);
  const isLoaded = mailbox.data && connection.data && authorization.data;
  return (
    <>
      <PageTitle>{mailbox.data?.name ?? 'Mailbox'}</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to mailboxes" to={{ to: '/settings/mailboxes' }} />
          <h1 className={`${settings.title} truncate`} dir="auto">
            {mailbox.data?.name ?? 'Mailbox'}
          </h1>
          <span className={detailPane.actions}>{mailbox.data && <DeleteMailbox mailbox={mailbox.data} />}</span>
        </div>
        {isLoaded ? <Status mailbox={mailbox.data} /> : !failed && <HeadingSkeleton />}
      </header>
      {failed && <MailboxFailure error={failed.error} retry={() => void failed.refetch()} />}
      {!failed && !isLoaded && <BodySkeleton subject="the mailbox" />}
      {isLoaded && (
        <div className={settings.screen}>
          <MailboxForm mailbox={mailbox.data} />
          <IncomingForm mailbox={mailbox.data} connection={connection.data} />
          <OutgoingForm mailbox={mailbox.data} connection={connection.data} />
          <AuthorizationForm mailbox={mailbox.data} authorization={authorization.data} />
          <CheckMailbox id={id} />
          <ToastSpacer under="page" />
        </div>
      )}
    </>
  );
}

const MailboxFailure = ({ error, retry }: { error: Error; retry: () => void }) =>
  isNotFound(error) ? (
    <EmptyState icon="search" title={error.status === 410 ? 'This mailbox was deleted' : 'Mailbox not found'}>
      <p>{error.description}</p>
      <Link className="button" to="/settings/mailboxes">
        Go to all mailboxes
      </Link>
    </EmptyState>
  ) : (
    <LoadFailure title="Couldn’t load the mailbox" error={error} retry={retry} />
  );

function Status({ mailbox }: { mailbox: Mailbox }) {
  const { data: { statuses } = { statuses: [] } } = useQuery(mailboxStatusesQuery);
  const status = statuses.find(each => each.mailbox_id === mailbox.id);
  const isInterrupted =
    mailbox.enabled &&
    (status?.outbound.state === 'paused' || ['paused', 'error'].includes(status?.inbound.state ?? ''));
  return (
    <div className={css.directions}>
      <p role="status" className={css.directions}>
        <Direction mailbox={mailbox} status={status} direction="inbound" />
        <Direction mailbox={mailbox} status={status} direction="outbound" />
      </p>
      {isInterrupted && <ResumeMailbox mailbox={mailbox} />}
    </div>
  );
}

const toBase = (fields: Parameters<typeof readTexts>[0], representation: { version: number }) => ({
  version: representation.version,
  texts: readTexts(fields, representation),
});

function MailboxForm({ mailbox }: { mailbox: Mailbox }) {
  const fields = mailboxFields(useAssignablePeople());
  const client = useQueryClient();
  const params = { mailbox_id: mailbox.id };
  const store = (stored: Mailbox) => {
    storeMailbox(client, stored);
    return toBase(fields, stored);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(fields, mailbox),
    draftPath: `settings/mailboxes/${mailbox.id}/mailbox`,
    save: async (body, ifVersion) =>
      store((await call('PATCH /mailboxes/{mailbox_id}', { params, body, ifVersion })).body),
    reload: async () => store((await call('GET /mailboxes/{mailbox_id}', { params })).body),
  });
  return <SettingsForm title="Mailbox" fields={fields} state={state} />;
}

type ConnectionFormProps = { mailbox: Mailbox; connection: MailboxConnection };

/** Edits or removes the IMAP server. Also edits the name of the server that verifies senders. */
function IncomingForm({ mailbox, connection }: ConnectionFormProps) {
  const fields = incomingFields(connection);
  const client = useQueryClient();
  const params = { mailbox_id: mailbox.id };
  const withIncoming = (stored: MailboxConnection) =>
    toBase(fields, { ...stored, incoming: toIncoming(stored) } as MailboxConnection);
  const store = (stored: MailboxConnection) => {
    client.setQueryData(connectionQuery(mailbox.id).queryKey, stored);
    // With a new host, the authorization may expire. Then a person has to sign the mailbox in again.
    void client.invalidateQueries({ queryKey: authorizationQuery(mailbox.id).queryKey });
    refetchMail(client);
    return withIncoming(stored);
  };
  const state = useSettingsForm({
    fields,
    current: withIncoming(connection),
    draftPath: `settings/mailboxes/${mailbox.id}/incoming`,
    save: async (change, ifVersion, { incoming }) => {
      const request = { params, body: buildIncomingChange(change, incoming), ifVersion };
      return store((await call('PATCH /mailboxes/{mailbox_id}/connection', request)).body);
    },
    reload: async () => store((await call('GET /mailboxes/{mailbox_id}/connection', { params })).body),
  });
  return (
    <SettingsForm
      title="Incoming mail"
      about="The desk imports new mail within seconds. Your mail program keeps working as before."
      fields={selectIncomingFields(fields, state.texts)}
      state={state}
    />
  );
}

/** Edits the transport and the connection together. The server must be stored before the mailbox uses it. */
function OutgoingForm({ mailbox, connection }: ConnectionFormProps) {
  const fields = outgoingFields(connection);
  const client = useQueryClient();
  const params = { mailbox_id: mailbox.id };
  /** Uses the version of the connection. The version of the mailbox is one of the texts, without a field. */
  const toOutgoingBase = (stored: MailboxConnection, { transport, version }: Mailbox) => {
    const base = toBase(fields, { ...stored, transport } as MailboxConnection);
    return { ...base, texts: { ...base.texts, mailbox_version: String(version) } };
  };
  const store = (stored: MailboxConnection, changed: Mailbox) => {
    client.setQueryData(connectionQuery(mailbox.id).queryKey, stored);
    // With a new host, the authorization may expire. Then a person has to sign the mailbox in again.
    void client.invalidateQueries({ queryKey: authorizationQuery(mailbox.id).queryKey });
    return toOutgoingBase(stored, changed);
  };
  const state = useSettingsForm({
    fields,
    current: toOutgoingBase(connection, mailbox),
    draftPath: `settings/mailboxes/${mailbox.id}/outgoing`,
    save: async (change, ifVersion, { mailbox_version: mailboxVersion = mailbox.version }) => {
      const { transport, ...body } = change as Partial<Pick<Mailbox, 'transport'>>;
      const isServerChanged = Object.keys(body).length > 0;
      // After a conflict, the cache has the reloaded connection; `connection` is still the earlier version.
      const stored = isServerChanged
        ? (await call('PATCH /mailboxes/{mailbox_id}/connection', { params, body, ifVersion })).body
        : (client.getQueryData(connectionQuery(mailbox.id).queryKey) ?? connection);
      if (transport === undefined) return store(stored, mailbox);
      const request = { params, body: { transport }, ifVersion: Number(mailboxVersion) };
      const { body: changed } = await call('PATCH /mailboxes/{mailbox_id}', request);
      storeMailbox(client, changed);
      return store(stored, changed);
    },
    reload: async () => {
      const [{ body: stored }, { body: loaded }] = await Promise.all([
        call('GET /mailboxes/{mailbox_id}/connection', { params }),
        call('GET /mailboxes/{mailbox_id}', { params }),
      ]);
      storeMailbox(client, loaded);
      return store(stored, loaded);
    },
  });
  return (
    <SettingsForm
      title="Outgoing mail"
      about="Captured mail can be read on this desk, and nothing leaves it. To send mail, choose the SMTP server and enter it below."
      fields={fields}
      state={state}
    />
  );
}
