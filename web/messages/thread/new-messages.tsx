import type { Message } from '#contract';
import { NoticeRoom } from '../../notices/notice-room.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './new-messages.module.css';

type NewMessagesProps = {
  /** What arrived below what one is reading. */
  unseen: readonly Message[];
  /** What arrived last. */
  arrived: readonly Message[];
  showUnseen: () => void;
};

/** Tells of messages that arrived; those that are not in view are a press away, and move nothing by themselves. */
export function NewMessages({ unseen, arrived, showUnseen }: NewMessagesProps) {
  const authors = [...new Set(arrived.map(({ author_name: author }) => author))];
  return (
    <>
      <p role="status" className="visually-hidden">
        {arrived.length > 0 && `${count(arrived)} from ${authors.join(', ')}`}
      </p>
      {unseen.length > 0 && (
        <div className={css.below}>
          <button type="button" className="button" onClick={showUnseen}>
            {count(unseen)} <Icon name="down" size={14} />
          </button>
          <NoticeRoom under="page" />
        </div>
      )}
    </>
  );
}

const count = ({ length }: readonly Message[]): string => (length === 1 ? '1 new message' : `${length} new messages`);
