import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyChunk } from '../app/lazy-chunks.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatSize } from '../ui/format-size.ts';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import css from './mail-detail.module.css';
import type { deliverySource, mailSource } from './queries.ts';
import type { MailSource } from './read-source.ts';

/** The mail parser is large, and only opened mail needs it. */
const loadReader = lazyChunk(() => import('./read-source.ts'));

type MailView = 'rendered' | 'text' | 'source' | 'headers';

const labels: Readonly<Record<MailView, string>> = {
  rendered: 'Rendered',
  text: 'Text',
  source: 'Source',
  headers: 'Headers',
};

type MailViewsProps = {
  id: string;
  query: ReturnType<typeof deliverySource | typeof mailSource>;
  /** The views of this mail. The first view is shown initially. */
  views: readonly MailView[];
  /** False for a mail that the server could not parse: only its source is shown. */
  isParsable?: boolean;
};

/** The content of a mail, in several views. */
export function MailViews({ id, query, views: allViews, isParsable = true }: MailViewsProps) {
  const views = isParsable ? allViews : (['source'] as const);
  const [chosen, choose] = useState<MailView>();
  const bytes = useQuery(query);
  const source = useQuery({
    queryKey: [...query.queryKey, 'read', isParsable, bytes.dataUpdatedAt],
    queryFn: async () => (await loadReader()).readSource(bytes.data ?? new Uint8Array(), isParsable),
    enabled: bytes.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // The source fails if the chunk of the parser cannot be loaded.
  const failed = [bytes, source].find(({ isError, data }) => isError && !data);
  if (failed) {
    return <ErrorState title="Couldn’t load the email" error={failed.error} retry={() => void failed.refetch()} />;
  }
  if (source.data === undefined) return <div className={css.loading} role="status" aria-label="Loading the email" />;
  const view = chosen ?? views[0] ?? 'source';
  const { cutFromBytes } = source.data;
  return (
    <>
      <div className={css.views}>
        <SegmentedControl
          label="Show the email as"
          segments={views.map(value => ({ value, label: labels[value] }))}
          chosen={view}
          onChoose={choose}
        />
        {view === 'source' && <CopyButton text={source.data.source} subject="the source" />}
      </div>
      {cutFromBytes !== null && (
        <p className={css.note}>
          Only the beginning of this {formatSize(cutFromBytes)} email is shown. The API returns the whole email.
        </p>
      )}
      <article className={css.paper} aria-label={labels[view]}>
        <Content id={id} view={view} mail={source.data} />
      </article>
    </>
  );
}

function Content({ id, view, mail }: { id: string; view: MailView; mail: MailSource }) {
  if (view === 'source') return <pre dir="ltr">{mail.source}</pre>;
  if (view === 'headers') return <Headers headers={mail.headers} />;
  if (mail.text.trim() === '') return <p className={css.note}>The email has no text.</p>;
  if (view === 'rendered') return <Markdown id={`mail-${id}`} text={mail.text} />;
  return (
    <pre className={css.text} dir="auto">
      {mail.text}
    </pre>
  );
}

const Headers = ({ headers }: Pick<MailSource, 'headers'>) => (
  <dl className={css.headers}>
    {headers.map(({ name, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a header may occur twice, and the mail never changes
      <div key={index}>
        <dt>{name}</dt>
        <dd dir="ltr">{value}</dd>
      </div>
    ))}
  </dl>
);
