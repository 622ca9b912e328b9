import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Tag } from '#contract';
import { call } from '../../api-client/client.ts';
import { isNotFound } from '../../api-client/errors.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { PageTitle } from '../../session/page-title.tsx';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CopyAsCurl } from '../copy-as-curl.tsx';
import { buildBody, readTexts, type SettingsField } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { ContinueRemoval } from './continue-removal.tsx';
import { DeleteTag } from './delete-tag.tsx';
import { MergeTag } from './merge-tag.tsx';
import { storeTag, tagQuery } from './queries.ts';
import { RemovalProgress } from './removal-progress.tsx';
import { TicketsLink } from './tickets-link.tsx';

/** The tag of the URL. */
export function TagPage() {
  const { name } = useParams({ from: '/desk/settings/tags/$name' });
  return (
    <section className={detailPane.pane} tabIndex={-1} aria-label="Tag">
      <PageTitle>{name}</PageTitle>
      <TagBody key={name} name={name} />
    </section>
  );
}

function TagBody({ name }: { name: string }) {
  const { data: tag, error, refetch } = useQuery(tagQuery(name));
  // After a merge has finished, a refetch of the loaded tag gets a 410.
  const isGone = isNotFound(error);
  return (
    <>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to tags" to={{ to: '/settings/tags' }} />
          <h1 className={`${settings.title} truncate`}>{name}</h1>
          <span className={detailPane.actions}>
            <CopyAsCurl path={`/tags/${encodeURIComponent(name)}`} />
            {tag && !isGone && tag.removal === null && <DeleteTag tag={tag} />}
          </span>
        </div>
        {tag && !isGone && <TicketsLink tag={tag} />}
      </header>
      {isGone && <NoTag name={name} />}
      {!isGone && !tag && error && (
        <LoadFailure title="Couldn’t load the tag" error={error} retry={() => void refetch()} />
      )}
      {!tag && !error && (
        <div className={settings.screen}>
          <RowSkeletons subject="the tag" count={8} />
        </div>
      )}
      {tag && !isGone && (
        <div className={settings.screen}>
          {tag.removal === null ? (
            <>
              <DescriptionForm tag={tag} />
              <MergeTag tag={tag} />
            </>
          ) : (
            <>
              <RemovalProgress tag={tag} />
              <ContinueRemoval tag={tag} />
            </>
          )}
          <ToastSpacer under="page" />
        </div>
      )}
    </>
  );
}

const NoTag = ({ name }: { name: string }) => (
  <EmptyState icon="tag" title={`No ticket has the tag ${name}`}>
    <p>It was renamed, merged or deleted, or it was never used.</p>
    <Link className="button" to="/settings/tags">
      Go to all tags
    </Link>
  </EmptyState>
);

const descriptionFields: readonly SettingsField[] = [
  { name: 'description', label: 'Description', kind: 'line', hint: 'What the tag means, for everyone on this desk' },
];

const toBase = (tag: Tag) => ({ version: tag.version, texts: readTexts(descriptionFields, tag) });

function DescriptionForm({ tag }: { tag: Tag }) {
  const client = useQueryClient();
  const params = { name: tag.name };
  const store = (stored: Tag) => {
    storeTag(client, stored);
    return toBase(stored);
  };
  const state = useSettingsForm({
    fields: descriptionFields,
    current: toBase(tag),
    draftPath: `settings/tags/${tag.name}/description`,
    save: async (_, ifVersion, texts) => {
      const body = { description: '', ...buildBody(descriptionFields, texts) };
      return store((await call('PUT /tags/{name}', { params, body, ifVersion })).body);
    },
    reload: async () => store((await call('GET /tags/{name}', { params })).body),
  });
  return <SettingsForm title="Tag" fields={descriptionFields} state={state} />;
}
