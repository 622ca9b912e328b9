import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { Tag } from '#contract';
import { call } from '../../api-client/client.ts';
import { submitByKey } from '../../keyboard/submit-by-key.ts';
import { usePerson } from '../../session/person.ts';
import { persistDraft, useDraft } from '../../storage/drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { FormField, groupFieldErrors } from '../../ui/form-field.tsx';
import form from '../form/settings-form.module.css';
import { storeTag, tagsQuery } from './queries.ts';
import { formatTickets } from './tickets-link.tsx';

const parseDraft = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);

/** Renames a tag, or merges it into another one after confirmation, because that cannot be undone. */
export function MergeTag({ tag: { name, tickets } }: { tag: Tag }) {
  const draftKey = { personId: usePerson().id, path: `settings/tags/${name}/merge` };
  const text = useDraft(draftKey, parseDraft) ?? '';
  const into = text.trim().toLowerCase();
  const { data: tags = [] } = useQuery(tagsQuery);
  const target = tags.find(tag => tag.name === into);
  const [isConfirming, setConfirming] = useState(false);
  const listId = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async () => (await call('PUT /tags/{name}/merge', { params: { name }, body: { into } })).body,
    onSuccess: async changed => {
      persistDraft(draftKey, null);
      await navigate({ to: '/settings/tags' });
      storeTag(client, changed);
      showDone(target ? `Merging ${name} into ${into}` : `Renaming ${name} to ${into}`);
    },
    onError: () => setConfirming(false),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (into === '' || isPending) return;
    if (target && target.name !== name) setConfirming(true);
    else mutate();
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
        {tags.map(tag => tag.name !== name && <option key={tag.name} value={tag.name} />)}
      </datalist>
      <footer>
        {error && errors['into'] === undefined && <FormError error={error} />}
        <span role="status" className={form.status}>
          {isPending && 'Starting…'}
        </span>
        <button type="submit" className="button primary" disabled={into === '' || isPending}>
          {target ? 'Merge' : 'Rename'}
        </button>
      </footer>
      <ConfirmDialog
        open={isConfirming}
        title="Merge these tags?"
        action="Merge"
        error={null}
        isPending={isPending}
        onConfirm={mutate}
        onDismiss={() => setConfirming(false)}
      >
        <p>
          This replaces “{name}” by “{into}” on {formatTickets(tickets)} and cannot be undone.
        </p>
      </ConfirmDialog>
    </form>
  );
}
