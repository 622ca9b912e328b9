import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../files/queries.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { formatSize } from '../../ui/format-size.ts';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { deskFields, limitFields, retentionFields } from './desk-fields.ts';
import { DeskForm } from './desk-form.tsx';

/** Edits the desk's name and mail, the file limits, and the retention of data. */
export function DeskPage() {
  const { data, error, refetch, isError } = useQuery({ ...deskSettingsQuery, staleTime: 0 });
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  return (
    <section className={detailPane.pane} aria-label="Desk">
      <PageTitle>Desk</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
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
          <DeskForm title="File limits" name="limits" about={<StorageUse />} fields={limitFields} stored={data} />
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
