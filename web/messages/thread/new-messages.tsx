import type { Message } from '#contract';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './new-messages.module.css';

type NewMessagesProps = {
  /** New messages below the visible part of the thread. */
  unseen: readonly Message[];
  /** The messages that arrived last. */
  arrived: readonly Message[];
  showUnseen: () => void;
};

/** Announces new messages to screen readers. If new messages are out of view, a button scrolls to them. */
export function NewMessages({ unseen, arrived, showUnseen }: NewMessagesProps) {
  const authors = [...new Set(arrived.map(({ author_name: author }) => author))];
  return (
    <>
      <p role="status" className="visually-hidden">
        {arrived.length > 0 && `${formatCount(arrived.length, 'new message')} from ${authors.join(', ')}`}
      </p>
      {unseen.length > 0 && (
        <div className={css.below}>
          <button type="button" className="button" onClick={showUnseen}>
            {formatCount(unseen.length, 'new message')} <Icon name="down" size={14} />
          </button>
          <ToastSpacer under="page" />
        </div>
      )}
    </>
  );
}
