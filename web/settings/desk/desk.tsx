import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SettingsRepresentation } from '#contract';
import { call } from '../../api-client/client.ts';
import { limitsQuery } from '../../files/queries.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { mailboxesQuery, mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { storeDeskName } from '../../storage/desk-name.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { formatSize } from '../../ui/format-size.ts';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { readTexts, type SettingsField } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { deskFields, limitFields, retentionFields, signInFields } from './desk-fields.ts';

/** How the desk works: its name and mail, sign-in, limits of files, and how long data is stored. */
export function DeskPage() {
  const { data, error, refetch, isError } = useQuery({ ...deskSettingsQuery, staleTime: 0 });
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  return (
    <section className={detailPane.pane} aria-label="Desk">
      <PageTitle>Desk</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to the settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>Desk</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path="/settings" />
          </span>
        </div>
      </header>
      {data === undefined && isError && (
        <LoadFailure title="Couldn’t load the settings" error={error} retry={() => void refetch()} />
      )}
      {data === undefined && !isError && (
        <div className={settings.screen}>
          <RowSkeletons subject="the settings" count={8} />
        </div>
      )}
      {data !== undefined && (
        <div className={settings.screen}>
          <DeskForm
            title="General"
            name="general"
            about="The name, invitations and mail of this desk."
            fields={deskFields(mailboxes)}
            stored={data}
          />
          <DeskForm
            title="Sign-in"
            name="sign-in"
            about="A code from an app on the phone, after the password. Everyone can set it up under Sign-in security."
            fields={signInFields}
            stored={data}
          />
          <DeskForm title="Limits of files" name="limits" about={<StorageUse />} fields={limitFields} stored={data} />
          <DeskForm
            title="Retention"
            name="retention"
            about="Older data is deleted within the hour, and cannot be restored."
            fields={retentionFields}
            stored={data}
          />
          <ToastSpacer under="page" />
        </div>
      )}
    </section>
  );
}

function StorageUse() {
  const { data } = useQuery({ ...limitsQuery, staleTime: 0 });
  if (data === undefined) return 'Larger files cannot be attached.';
  const { used, allowed } = data.storage_bytes;
  return allowed === null
    ? `Files and emails use ${formatSize(used)} now.`
    : `Files and emails use ${formatSize(used)} of ${formatSize(allowed)} now.`;
}

type DeskFormProps = {
  title: string;
  name: string;
  about: ReactNode;
  fields: readonly SettingsField[];
  stored: SettingsRepresentation;
};

/** Edits a part of the settings. All parts share one version. */
function DeskForm({ title, name, about, fields, stored }: DeskFormProps) {
  const client = useQueryClient();
  const toBase = (representation: SettingsRepresentation) => ({
    version: representation.version,
    texts: readTexts(fields, representation),
  });
  const store = (changed: SettingsRepresentation) => {
    client.setQueryData(deskSettingsQuery.queryKey, changed);
    storeDeskName(changed.desk_name);
    for (const queryKey of [limitsQuery.queryKey, mailboxStatusesQuery.queryKey])
      void client.invalidateQueries({ queryKey });
    return toBase(changed);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(stored),
    draftPath: `settings/desk/${name}`,
    save: async (body, ifVersion) => store((await call('PATCH /settings', { body, ifVersion })).body),
    reload: async () => store((await call('GET /settings', {})).body),
    canUndo: true,
  });
  return <SettingsForm title={title} about={about} fields={fields} state={state} />;
}
