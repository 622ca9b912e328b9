import css from './composer.module.css';

/** Reserves the height of an empty composer. */
export const ComposerSkeleton = () => <div className={`${css.composer} ${css.skeleton}`} aria-hidden="true" />;
