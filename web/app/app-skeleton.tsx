import { useDeskName } from '../storage/desk-name.ts';
import { Icon } from '../ui/icon.tsx';
import css from './app-layout.module.css';
import { PageSkeleton, SearchFieldSkeleton } from './page-skeleton.tsx';
import sidebarCss from './sidebar/sidebar.module.css';
import skeleton from './skeleton.module.css';

const linkCount = 6;

/** Placeholder of the whole app while the session loads. */
export function AppSkeleton() {
  return (
    <div className={css.layout} aria-busy="true">
      <div className={sidebarCss.sidebar}>
        <span className={sidebarCss.brand}>
          <Icon name="star" size={18} className={sidebarCss.star} />
          <span>{useDeskName()}</span>
        </span>
        <SearchFieldSkeleton className={skeleton.inSidebar} />
        {Array.from({ length: linkCount }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
          <i key={index} className={skeleton.link} />
        ))}
      </div>
      <PageSkeleton />
    </div>
  );
}
