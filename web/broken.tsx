import { describeError } from './describe-error.ts';
import { CopyButton } from './ui/copy-button.tsx';
import { Empty } from './ui/empty.tsx';
import css from './ui/state.module.css';

type BrokenProps = {
  /** What failed, where that is known. */
  error?: unknown;
  /** Of the part, as CSS has it. */
  height?: string;
};

/** What browsers say of a file of the app that they could not load. */
const notLoaded = /dynamically imported module|Importing a module script failed|preload CSS/i;

/** Stands in for a part of the page that could not be loaded, as after an upgrade, or failed while it was drawn. */
export function Broken({ error, height = 'var(--page)' }: BrokenProps) {
  const isOld = error instanceof Error && notLoaded.test(error.message);
  const title = isOld ? 'This part of the page could not be loaded' : 'This part of the page broke';
  return (
    <section style={{ height, display: 'flex' }} role="alert">
      <Empty icon={isOld ? 'refresh' : 'alert'} title={title}>
        <p>
          Nothing you typed is lost.{' '}
          {isOld
            ? 'The desk was probably upgraded since this page was opened: reload it to go on.'
            : 'Reload the page; if it breaks again, tell whoever runs this desk.'}
        </p>
        <div className={css.ways}>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload
          </button>
          {!isOld && (
            <CopyButton text={() => describeBreak(title, error)} what="the details for whoever runs this desk" />
          )}
        </div>
      </Empty>
    </section>
  );
}

const describeBreak = (title: string, error: unknown): string =>
  [describeError(title, error), error instanceof Error && error.stack].filter(Boolean).join('\n');
