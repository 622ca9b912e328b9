import css from './composer.module.css';

/** The place of the composer, as high as that is while nothing is written. */
export const ComposerSkeleton = () => <div className={`${css.composer} ${css.awaited}`} aria-hidden="true" />;
