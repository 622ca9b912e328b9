import { useRef, useState } from 'react';
import type { View as SavedView } from '#contract';
import { createIdempotencyKeys } from '../../api-client/idempotency-keys.ts';
import { stringifySearch } from '../../api-client/search-params.ts';
import { useAction, useRunAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import type { TicketFilter } from '../filter/filter.ts';
import { useChangeView } from './change-view.ts';
import css from './save-view.module.css';
import { useCurrentView } from './use-current-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { useSaveView } from './view-mutations.ts';

const toQuery = (filter: TicketFilter): string => stringifySearch(filter).slice(1);

/** Saves the current list as a new view, or updates the person's own view. Hidden for an unmodified view. */
export function SaveView({ filter }: { filter: TicketFilter }) {
  const { view, isExact } = useCurrentView(filter);
  const me = usePerson();
  const maySave = useIsAllowed('POST /views');
  const [open, setOpen] = useState(false);
  const run = useRunAction();
  const canSave = maySave && !isExact;
  useAction('view.save', canSave ? () => setOpen(true) : null);
  // After a save, the list shows an unmodified view. The dialog's own callback may run later.
  if (!canSave && open) setOpen(false);
  if (!canSave) return null;
  const ownView = view?.saved?.owner_id === me.id ? view.saved : undefined;
  return (
    <span className={css.actions}>
      {ownView && <UpdateView view={ownView} query={toQuery(filter)} />}
      <button type="button" className={css.action} onClick={() => run('view.save')}>
        {ownView ? 'Save as new' : 'Save view'}
      </button>
      {open && <NewView filter={filter} onDone={() => setOpen(false)} />}
    </span>
  );
}

function UpdateView({ view, query }: { view: SavedView; query: string }) {
  const { mutate } = useChangeView(view.id);
  const button = useRef<HTMLButtonElement>(null);
  const update = (): void => mutate({ seen: view, change: { query }, done: ({ name }) => `“${name}” updated` });
  useAction('view.update', update, { button });
  return (
    <button
      ref={button}
      type="button"
      className={css.action}
      title={`Update “${view.name}” to match this list`}
      onClick={update}
    >
      Update view
    </button>
  );
}

function NewView({ filter, onDone }: { filter: TicketFilter; onDone: () => void }) {
  const { mutate, error, isPending } = useSaveView();
  const [getKey] = useState(createIdempotencyKeys);
  return (
    <ViewDialog
      open
      title="Save view"
      view={{ name: '', shared: false }}
      submitLabel="Save"
      filtersByMe={filter.assignee_id === 'me'}
      error={error}
      isPending={isPending}
      onCancel={onDone}
      onSubmit={named => {
        const view = { ...named, query: toQuery(filter) };
        mutate({ view, idempotencyKey: getKey(view) }, { onSuccess: onDone });
      }}
    />
  );
}
