import { useLocation } from '@tanstack/react-router';
import css from './desk.module.css';
import skeleton from './desk-skeleton.module.css';
import listBar from './list/list-bar.module.css';
import opened from './list/opened.module.css';
import panes from './list/panes.module.css';
import { RowSkeletons } from './list/row-skeletons.tsx';
import searchField from './list/search-field.module.css';
import rail from './rail/rail.module.css';
import { Icon } from './ui/icon.tsx';
import { BodySkeleton, HeadingSkeleton } from './ui/skeleton.tsx';

const links = 6;

/** The frame of the desk, before it is known who sits at it. */
export function DeskSkeleton() {
  const { pathname } = useLocation();
  const [room = ''] = pathname.slice(1).split('/');
  return (
    <div className={css.desk} aria-busy="true">
      <div className={rail.rail}>
        <span className={rail.brand}>
          <Icon name="star" size={18} className={rail.star} />
          <span>Stardesk</span>
        </span>
        <SearchPlace at={skeleton.inRail} />
        {Array.from({ length: links }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places
          <i key={index} className={skeleton.link} />
        ))}
      </div>
      {['', 'tickets', 'gists'].includes(room) ? (
        <Panes isOpen={/^\/\w+\/./.test(pathname)} />
      ) : (
        <div className={css.content} />
      )}
    </div>
  );
}

const Panes = ({ isOpen }: { isOpen: boolean }) => (
  <div className={panes.panes} data-open={isOpen || undefined}>
    <div className={panes.list}>
      <div className={`${listBar.head} ${skeleton.head}`}>
        <i className={skeleton.title} />
        <SearchPlace at={skeleton.inHead} />
        <i className={skeleton.chips} />
      </div>
      <RowSkeletons />
    </div>
    <div className={opened.opened}>
      {isOpen && (
        <>
          <div className={opened.top}>
            <div className={opened.toolbar} />
            <HeadingSkeleton />
          </div>
          <BodySkeleton what="the desk" />
        </>
      )}
    </div>
  </div>
);

const SearchPlace = ({ at }: { at: string | undefined }) => (
  <div className={at}>
    <div className={searchField.field}>
      <Icon name="search" size={15} />
    </div>
  </div>
);
