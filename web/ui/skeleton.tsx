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

/** Placeholder of a page's content. Screen readers hear `Loading {what}`. */
export function BodySkeleton({ what }: { what: string }) {
  return (
    <div className={css.body} role="status" aria-label={`Loading ${what}`}>
      <i />
      <i />
    </div>
  );
}
