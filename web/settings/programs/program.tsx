import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Client } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BodySkeleton, HeadingSkeleton } from '../../ui/skeleton.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { readTexts } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { DeleteProgram } from './delete-program.tsx';
import { ProgramAccess } from './program-access.tsx';
import { programFields, programKindLabels } from './program-fields.ts';
import { ProgramSecret } from './program-secret.tsx';
import css from './programs.module.css';
import { programQuery, storeProgram } from './queries.ts';

/** The program of the URL. */
export function ProgramPage() {
  const { clientId } = useParams({ from: '/desk/settings/programs/$clientId' });
  return (
    <section className={detailPane.pane} tabIndex={-1} aria-label="Program">
      <ProgramBody key={clientId} id={clientId} />
    </section>
  );
}

function ProgramBody({ id }: { id: string }) {
  const { data: program, error, refetch } = useQuery(programQuery(id));
  const failed = !program && error;
  return (
    <>
      <PageTitle>{program?.name ?? 'Program'}</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to programs" to={{ to: '/settings/programs' }} />
          <h1 className={`${settings.title} truncate`} dir="auto">
            {program?.name ?? 'Program'}
          </h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path={`/clients/${id}`} />
            {program && !program.built_in && <DeleteProgram program={program} />}
          </span>
        </div>
        {program ? <Summary program={program} /> : !failed && <HeadingSkeleton />}
      </header>
      {failed && <ProgramFailure error={error} retry={() => void refetch()} />}
      {!failed && !program && <BodySkeleton subject="the program" />}
      {program && (
        <div className={settings.screen}>
          <ProgramForm program={program} />
          {program.kind === 'confidential' && !program.built_in && <ProgramSecret program={program} />}
          <ProgramAccess program={program} />
          <ToastSpacer under="page" />
        </div>
      )}
    </>
  );
}

const ProgramFailure = ({ error, retry }: { error: Error; retry: () => void }) =>
  isNotFound(error) ? (
    <EmptyState icon="search" title="Program not found">
      <p>{error.description}</p>
      <Link className="button" to="/settings/programs">
        Go to all programs
      </Link>
    </EmptyState>
  ) : (
    <LoadFailure title="Couldn’t load the program" error={error} retry={retry} />
  );

const Summary = ({ program }: { program: Client }) => (
  <p className={css.summary}>
    <span>{programKindLabels[program.kind]}</span>
    <span className={css.id}>
      Client ID <code>{program.client_id}</code>
    </span>
    <CopyButton text={program.client_id} subject="the client ID" />
  </p>
);

function ProgramForm({ program }: { program: Client }) {
  const client = useQueryClient();
  const fields = program.built_in ? rateLimitFields : programFields(program.kind, false);
  const params = { client_id: program.id };
  const toBase = (stored: Client) => ({ version: stored.version, texts: readTexts(fields, stored) });
  const store = (stored: Client) => {
    storeProgram(client, stored);
    return toBase(stored);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(program),
    draftPath: `settings/programs/${program.id}/program`,
    save: async (body, ifVersion) =>
      store((await call('PATCH /clients/{client_id}', { params, body, ifVersion })).body),
    reload: async () => store((await call('GET /clients/{client_id}', { params })).body),
    canUndo: true,
  });
  return (
    <SettingsForm
      title="Program"
      about="A change applies to the next request. New lifetimes apply to new tokens."
      fields={fields}
      state={state}
    />
  );
}

/** The fields that can be changed in a built-in program. */
const rateLimitFields = programFields('', false).filter(({ name }) => name === 'rate_limit');
