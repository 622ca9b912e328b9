import { describeError } from '../api-client/describe-error.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import css from '../ui/state.module.css';

type ErrorFallbackProps = {
  error?: unknown;
  /** CSS height of the replaced part. */
  height?: string;
};

/** Browsers' error messages for a chunk that failed to load. */
const chunkLoadError = /dynamically imported module|Importing a module script failed|preload CSS/i;

/** Replaces a part of the page that failed to load or render. */
export function ErrorFallback({ error, height = 'var(--page)' }: ErrorFallbackProps) {
  const isOutdated = error instanceof Error && chunkLoadError.test(error.message);
  const title = isOutdated ? 'Couldn’t load this part of the page' : 'Something went wrong in this part of the page';
  return (
    <section style={{ height, display: 'flex' }} role="alert">
      <EmptyState icon={isOutdated ? 'refresh' : 'alert'} title={title}>
        <p>
          Your drafts are saved.{' '}
          {isOutdated
            ? 'Stardesk was probably upgraded since you opened this page. Reload to continue.'
            : 'Reload the page. If it happens again, contact your administrator.'}
        </p>
        <div className={css.actions}>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload
          </button>
          {!isOutdated && <CopyButton text={() => describeWithStack(title, error)} subject="error details" />}
        </div>
      </EmptyState>
    </section>
  );
}

const describeWithStack = (title: string, error: unknown): string =>
  [describeError(title, error), error instanceof Error && error.stack].filter(Boolean).join('\n');
