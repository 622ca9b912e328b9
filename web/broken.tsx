import { Empty } from './ui/empty.tsx';

/**
 * What stands in for a part of the page that failed while it was drawn: our mistake, or a file that could not be loaded.
 *
 * @param props.height of the part, as CSS has it
 */
export function Broken({ height = 'var(--page)' }: { height?: string }) {
  return (
    <section style={{ height, display: 'flex' }} role="alert">
      <Empty icon="cross" title="This part of the page broke">
        <p>Nothing you typed is lost. Reload the page; if it breaks again, tell whoever runs this desk.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </Empty>
    </section>
  );
}
