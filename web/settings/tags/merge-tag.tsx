import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { Tag } from '#contract';
import { call } from '../../api-client/client.ts';
import { explainError, isNotFound } from '../../api-client/errors.ts';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { usePerson } from '../../session/person.ts';
import { persistDraft, useDraft } from '../../storage/drafts.ts';
import { removeDrafts } from '../../storage/remove-drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../../ui/form-field.tsx';
import form from '../form/settings-form.module.css';
import { SaveFailure } from '../load-failure.tsx';
import { storeTag, tagQuery, tagsQuery } from './queries.ts';
import { startMerge } from './start-merge.ts';
import { formatTickets } from './tickets-link.tsx';

const parseDraft = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);

/** Renames a tag, or merges it into another tag. A merge needs confirmation, because it cannot be undone. */
export function MergeTag({ tag: { name, tickets } }: { tag: Tag }) {
  const { id: personId } = usePerson();
  const draftKey = { personId, path: `settings/tags/${name}/merge` };
  const text = useDraft(draftKey, parseDraft) ?? '';
  const into = text.trim().toLowerCase();
  const { data: tags, error: loadError, refetch } = useQuery(tagsQuery);
  const target = tags?.find(tag => tag.name === into);
  const [isConfirming, setConfirming] = useState(false);
  const listId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      startMerge({
        ...{ name, into, isConfirmed },
        findTag: async tag => (await call('GET /tags/{name}', { params: { name: tag } })).body,
        merge: async () => (await call('PUT /tags/{name}/merge', { params: { name }, body: { into } })).body,
      }),
    onSuccess: async (result, isConfirmed) => {
      if (result.state === 'unconfirmed') return setConfirming(true);
      removeDrafts(personId, `settings/tags/${name}/`);
      await navigate({ to: '/settings/tags' });
      if (result.tag) storeTag(client, result.tag);
      else void client.invalidateQueries({ queryKey: tagsQuery.queryKey });
      showDone(isConfirmed ? `Merging ${name} into ${into}` : `Renaming ${name} to ${into}`);
    },
    onError: error => {
      setConfirming(false);
      // Refetches the tag, so that the page shows that it was merged or deleted.
      if (isNotFound(error)) void client.invalidateQueries({ queryKey: tagQuery(name).queryKey });
    },
  });
  const canSubmit = into !== '' && tags !== undefined && !isPending;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSubmit) mutate(false);
  };
  const errors = groupFieldErrors(error);
  return (
    <form
      className={form.form}
      tabIndex={-1}
      onSubmit={submit}
      onKeyDown={submitByKey}
      noValidate
      aria-label="Rename or merge"
    >
      <h2>Rename or merge</h2>
      <p className={form.about}>
        Changes {formatTickets(tickets)}, saved views and the tags of new mail. The desk does this in the background.
      </p>
      <FormField
        label="New name"
        error={errors['into']}
        hint={target ? `Merges into “${into}” with ${formatTickets(target.tickets)}` : 'Or the name of another tag'}
      >
        {props => (
          <input
            {...props}
            list={listId}
            readOnly={isPending}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={({ target: { value } }) => {
              reset();
              persistDraft(draftKey, value === '' ? null : value);
            }}
          />
        )}
      </FormField>
      <datalist id={listId}>
        {tags?.map(tag => tag.name !== name && <option key={tag.name} value={tag.name} />)}
      </datalist>
      <footer>
        {error && errors['into'] === undefined && <SaveFailure error={error} />}
        {loadError && !tags && (
          <>
            <FormError error={loadError} message={`Couldn’t load the tags. ${explainError(loadError)}`} />
            <button type="button" className="button" onClick={() => void refetch()}>
              Try again
            </button>
          </>
        )}
        <span role="status" className={form.status}>
          {isPending && 'Starting…'}
        </span>
        <button type="submit" className="button primary" disabled={!canSubmit}>
          {target ? 'Merge' : 'Rename'}
        </button>
      </footer>
      <ConfirmDialog
        open={isConfirming}
        title="Merge these tags?"
        action="Merge"
        error={null}
        isPending={isPending}
        onConfirm={() => mutate(true)}
        onDismiss={() => setConfirming(false)}
      >
        <p>
          This replaces “{name}” with “{into}” on {formatTickets(tickets)} and cannot be undone.
        </p>
      </ConfirmDialog>
    </form>
  );
}
