import css from './ticket-skeleton.module.css';

/** The ticket while it is read. */
export function TicketSkeleton() {
  return (
    <div className={css.skeleton} role="status" aria-label="Reading the ticket">
      <div className={css.head}>
        <i className={css.subject} />
        <i className={css.pills} />
      </div>
      <i className={css.message} />
      <i className={css.message} />
    </div>
  );
}
