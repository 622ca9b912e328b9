import { useLocation } from '@tanstack/react-router';
import detailPane from '../list/detail-pane.module.css';
import listBar from '../list/list-bar.module.css';
import searchField from '../list/list-search.module.css';
import panes from '../list/panes.module.css';
import { RowSkeletons } from '../list/row-skeletons.tsx';
import { usePreferences } from '../storage/preferences.ts';
import { Icon } from '../ui/icon.tsx';
import { BodySkeleton, HeadingSkeleton } from '../ui/skeleton.tsx';
import layout from './app-layout.module.css';
import skeleton from './skeleton.module.css';

/** Placeholder of the current page while its code loads. */
export function PageSkeleton() {
  const { pathname } = useLocation();
  const { customerPanel } = usePreferences();
  const [page = ''] = pathname.slice(1).split('/');
  if (page === 'drafts' || page === 'notifications') return <Rows subject={page} />;
  if (page === 'mail')
    return <Panes rowLabel="mail" isOpen={/^\/mail\/\w+\/(?!outgoing$)./.test(pathname)} hasThird={false} />;
  if (!['', 'tickets', 'gists'].includes(page)) return <div className={layout.content} />;
  const isOpen = /^\/\w+\/(?!recently_closed)./.test(pathname);
  return page === 'gists' ? (
    <Panes rowLabel="gists" isOpen={isOpen} hasThird={false} />
  ) : (
    <Panes rowLabel="tickets" isOpen={isOpen} hasThird={customerPanel} />
  );
}

const Rows = ({ subject }: { subject: 'drafts' | 'notifications' }) => (
  <div className={skeleton.page}>
    <div className={skeleton.pageHead}>
      <i className={skeleton.title} />
    </div>
    <div className={skeleton[subject]}>
      <RowSkeletons subject={subject} count={3} />
    </div>
  </div>
);

type PanesProps = { rowLabel: string; isOpen: boolean; hasThird: boolean };

const Panes = ({ rowLabel, isOpen, hasThird }: PanesProps) => (
  <div className={panes.panes} data-open={isOpen || undefined} data-third={hasThird || undefined}>
    <div className={panes.list}>
      <div className={`${listBar.head} ${skeleton.head}`}>
        <i className={skeleton.title} />
        <SearchFieldSkeleton className={rowLabel === 'gists' ? skeleton.inGists : skeleton.inHead} />
        <i className={skeleton.chips} />
      </div>
      <RowSkeletons subject={rowLabel} />
    </div>
    {isOpen ? <DetailSkeleton /> : <div className={detailPane.pane} />}
  </div>
);

/** Placeholder of the detail pane while its code loads. */
export const DetailSkeleton = () => (
  <div className={detailPane.pane}>
    <div className={detailPane.header}>
      <div className={detailPane.toolbar} />
      <HeadingSkeleton />
    </div>
    <BodySkeleton subject="details" />
  </div>
);

/** Placeholder of a search field. */
export const SearchFieldSkeleton = ({ className }: { className: string | undefined }) => (
  <div className={className}>
    <div className={searchField.field}>
      <Icon name="search" size={15} />
    </div>
  </div>
);
