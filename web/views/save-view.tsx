import { useRef, useState } from 'react';
import type { View as SavedView } from '#contract';
import { stringifySearch } from '../address.ts';
import { useAction, useRun } from '../keyboard/use-action.ts';
import { useMay } from '../session/may.ts';
import { usePerson } from '../session/person.ts';
import type { TicketFilter } from '../tickets/filter/filter.ts';
import { useChangeView } from './change-view.ts';
import css from './save-view.module.css';
import { useCurrentView } from './use-current-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { useSaveView } from './write.ts';

const queryOf = (filter: TicketFilter): string => stringifySearch(filter).slice(1);

/** Keeps the list in front of one: as a new view, or as what a view of one's own is from now on. Nothing where it has a name. */
export function SaveView({ filter }: { filter: TicketFilter }) {
  const { view, exact } = useCurrentView(filter);
  const me = usePerson();
  const maySave = useMay('POST /views');
  const [open, setOpen] = useState(false);
  const run = useRun();
  const offered = maySave && !exact;
  useAction('view.save', offered ? () => setOpen(true) : null);
  // The dialog may go with its list's having a name before it hears that it saved it.
  if (!offered && open) setOpen(false);
  if (!offered) return null;
  const own = view?.saved?.owner_id === me.id ? view.saved : undefined;
  return (
    <span className={css.actions}>
      {own && <UpdateView view={own} query={queryOf(filter)} />}
      <button type="button" className={css.action} onClick={() => run('view.save')}>
        {own ? 'Save as new' : 'Save view'}
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
      title={`Makes “${view.name}” what is shown now`}
      onClick={update}
    >
      Update view
    </button>
  );
}

function NewView({ filter, onDone }: { filter: TicketFilter; onDone: () => void }) {
  const { mutate, error, isPending } = useSaveView();
  // One key for every attempt at the same view; under another name it is another one.
  const attempt = useRef({ body: '', key: '' });
  return (
    <ViewDialog
      open
      title="Save view"
      view={{ name: '', shared: false }}
      submitLabel="Save"
      isOfMe={filter.assignee_id === 'me'}
      error={error}
      isPending={isPending}
      onCancel={onDone}
      onSubmit={named => {
        const view = { ...named, query: queryOf(filter) };
        const body = JSON.stringify(view);
        if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() };
        mutate({ view, idempotencyKey: attempt.current.key }, { onSuccess: onDone });
      }}
    />
  );
}
