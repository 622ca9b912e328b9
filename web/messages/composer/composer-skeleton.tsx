import css from './composer.module.css';

/** Placeholder with the height of an empty composer. */
export const ComposerSkeleton = () => <div className={`${css.composer} ${css.skeleton}`} aria-hidden="true" />;
