import css from './skeleton.module.css';

/** A heading and what stands below it, while they are read. */
export function HeadingSkeleton() {
  return (
    <div className={css.heading} aria-hidden="true">
      <i />
      <i />
    </div>
  );
}

/** What a page is about, while it is read. `what` is said to screen readers. */
export function BodySkeleton({ what }: { what: string }) {
  return (
    <div className={css.body} role="status" aria-label={`Reading ${what}`}>
      <i />
      <i />
    </div>
  );
}
