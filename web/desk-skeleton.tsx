import css from './desk.module.css';
import skeleton from './desk-skeleton.module.css';
import rail from './rail/rail.module.css';
import { RoomSkeleton, SearchPlace } from './room-skeleton.tsx';
import { Icon } from './ui/icon.tsx';

const linkCount = 6;

/** Placeholder of the whole app while the session loads. */
export function DeskSkeleton() {
  return (
    <div className={css.desk} aria-busy="true">
      <div className={rail.rail}>
        <span className={rail.brand}>
          <Icon name="star" size={18} className={rail.star} />
          <span>Stardesk</span>
        </span>
        <SearchPlace at={skeleton.inRail} />
        {Array.from({ length: linkCount }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical and never reordered
          <i key={index} className={skeleton.link} />
        ))}
      </div>
      <RoomSkeleton />
    </div>
  );
}
