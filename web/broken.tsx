import { Empty } from './ui/empty.tsx';

/** What stands in for a part of the page that failed while it was drawn: our mistake, or a file that could not be loaded. */
export function Broken() {
  return (
    <section style={{ height: '100dvh', display: 'flex' }} role="alert">
      <Empty icon="cross" title="This part of the page broke">
        <p>Nothing you typed is lost. Reload the page; if it breaks again, tell whoever runs this desk.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </Empty>
    </section>
  );
}
