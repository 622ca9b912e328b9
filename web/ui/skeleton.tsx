import css from './skeleton.module.css';

/** Placeholder of a heading and the line below it. */
export function HeadingSkeleton() {
  return (
    <div className={css.heading} aria-hidden="true">
      <i />
      <i />
    </div>
  );
}

/** Placeholder of a page's content. Screen readers announce `Loading {subject}`. */
export function BodySkeleton({ subject }: { subject: string }) {
  return (
    <div className={css.body} role="status" aria-label={`Loading ${subject}`}>
      <i />
      <i />
    </div>
  );
}
