import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Time } from '../../ui/time.tsx';
import form from '../form/settings-form.module.css';
import settings from '../settings.module.css';
import { backupsQuery } from '../start/use-checklist.ts';
import css from './data.module.css';
import { SampleData } from './sample-data.tsx';

/** Explains backup and restore, and removes the sample data. */
export const DataPage = () => (
  <section className={detailPane.pane} aria-label="Data">
    <PageTitle>Data</PageTitle>
    <header className={detailPane.header}>
      <div className={detailPane.toolbar}>
        <BackLink label="Back to settings" to={{ to: '/settings' }} />
        <h1 className={settings.title}>Data</h1>
      </div>
    </header>
    <div className={settings.screen}>
      <section className={form.form} aria-label="Backup">
        <h2>Backup</h2>
        <LatestBackup />
        <p className={form.about}>
          Run this command on the server, in the Stardesk folder and with the environment variables of the API. The desk
          keeps running. The file contains everything except sign-ins, the access of programs, script tokens and
          one-time links. Protect it like the database.
        </p>
        <Command text={`npm run desk -- backup stardesk-${new Date().toISOString().slice(0, 10)}.backup`} />
        <p className={css.note}>
          The keys that encrypt stored secrets (passwords of mail servers, authenticator apps, client secrets) are not
          in the file. Store SECRET_KEYS, or the file secret-keys.json of DATA_DIR, in a different place.
        </p>
      </section>
      <section className={form.form} aria-label="Restore">
        <h2>Restore</h2>
        <p className={form.about}>
          This command loads a backup into an empty SQLite or PostgreSQL database. Afterwards everyone must sign in
          again, programs need access again, and scripts need new tokens.
        </p>
        <Command text="npm run desk -- restore FILE" />
      </section>
      <SampleData />
      <ToastSpacer under="page" />
    </div>
  </section>
);

function LatestBackup() {
  const { data: backups } = useQuery(backupsQuery);
  const latest = backups?.[0];
  if (backups === undefined) return null;
  return (
    <p className={form.about} role="status">
      {latest === undefined ? (
        'No backup has been made yet.'
      ) : (
        <>
          The latest backup was made <Time at={latest.created_at} as="when" />.
        </>
      )}
    </p>
  );
}

const Command = ({ text }: { text: string }) => (
  <div className={css.command}>
    <code>{text}</code>
    <CopyButton text={text} subject="the command" />
  </div>
);
