import { Link, useNavigate } from '@tanstack/react-router';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { storeStartChoice } from '../../storage/start-choice.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { showUndo } from '../../toasts/toast-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../load-failure.tsx';
import settings from '../settings.module.css';
import { useLinkKeys } from '../use-link-keys.ts';
import type { ChecklistItem } from './checklist.ts';
import css from './start.module.css';
import { useChecklist } from './use-checklist.ts';

/** The setup steps of a new desk, each with a link. */
export function StartPage() {
  const navigate = useNavigate();
  const dismiss = (): void => {
    storeStartChoice('dismissed');
    showUndo('Checklist hidden', () => storeStartChoice('opened'));
    void navigate({ to: '/settings' });
  };
  return (
    <section className={detailPane.pane} aria-label="Start">
      <PageTitle>Start</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to settings" to={{ to: '/settings' }} />
          <h1 className={settings.title}>Start</h1>
          <span className={detailPane.actions}>
            <button type="button" className="button" onClick={dismiss}>
              Hide this checklist
            </button>
          </span>
        </div>
      </header>
      <div className={settings.screen}>
        <Checklist />
        <ToastSpacer under="page" />
      </div>
    </section>
  );
}

function Checklist() {
  const { data: items, error, isPending, refetch } = useChecklist();
  if (isPending) return <RowSkeletons subject="the checklist" count={5} />;
  if (!items) return <LoadFailure title="Couldn’t load the checklist" error={error} retry={() => void refetch()} />;
  const left = items.filter(({ isDone }) => !isDone).length;
  return (
    <>
      <p className={css.summary} role="status">
        {left === 0 ? 'Your desk is ready.' : `${items.length - left} of ${items.length} steps done`}
      </p>
      <Items items={items} />
    </>
  );
}

function Items({ items }: { items: readonly ChecklistItem[] }) {
  const { id: personId } = usePerson();
  const list = useLinkKeys<HTMLUListElement>();
  return (
    <ul ref={list} className={css.items} aria-label="Steps">
      {items.map(({ title, about, isDone, to }) => (
        <li key={title} data-done={isDone || undefined}>
          <Link to={to} params={{ personId }}>
            <Icon name={isDone ? 'check' : 'open'} size={18} />
            <strong>{title}</strong>
            <span className={css.about}>{about}</span>
            <span className={css.state}>{isDone ? 'Done' : 'To do'}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
