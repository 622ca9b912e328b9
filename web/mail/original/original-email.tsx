import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError, isNotFound } from '../../api-client/errors.ts';
import { DialogFooter } from '../../ui/dialog-footer.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatExactTime } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatAddress } from '../format-address.ts';
import { mailItem, originalFacts } from '../queries.ts';
import css from './original-email.module.css';

type OriginalEmailProps = { mailId: string; onClose: () => void };

/** Shows an email as its sender formatted it, without scripts. Its remote pictures are loaded only on demand. */
export default function OriginalEmail({ mailId, onClose }: OriginalEmailProps) {
  const [images, setImages] = useState<'none' | 'remote'>('none');
  const { data: mail } = useQuery(mailItem(mailId));
  const facts = useQuery(originalFacts(mailId));
  const path = `/files/mails/${encodeURIComponent(mailId)}`;
  const remotePictures = facts.data?.remotePictures ?? 0;
  return (
    <>
      <dl className={css.facts}>
        <Fact name="From">{mail?.from && formatAddress(mail.from)}</Fact>
        <Fact name="To">{mail && [...mail.to, ...mail.cc].map(formatAddress).join(', ')}</Fact>
        <Fact name="Date">{mail && formatExactTime(Date.parse(mail.date ?? mail.created_at))}</Fact>
        <Fact name="Subject">{mail && (mail.subject || '(no subject)')}</Fact>
        <Fact name="Sender">
          {facts.isError && 'Unknown'}
          {facts.data && (authentications[facts.data.authentication] ?? authentications['none'])}
        </Fact>
      </dl>
      <div className={css.document}>
        {facts.isError ? (
          <DocumentError error={facts.error} retry={() => void facts.refetch()} />
        ) : (
          facts.data && <Frame key={images} src={`${path}?images=${images}`} />
        )}
      </div>
      <DialogFooter>
        {remotePictures > 0 && images === 'none' && (
          <button type="button" className={`button ${css.pictures}`} onClick={() => setImages('remote')}>
            <Icon name="picture" size={14} /> Show {remotePictures} remote{' '}
            {remotePictures === 1 ? 'picture' : 'pictures'}
          </button>
        )}
        {facts.data && (
          <a className="button" href={`${path}?download=true`} download={`mail-${mailId}.eml`}>
            <Icon name="download" size={14} /> Download original (.eml)
          </a>
        )}
        {/* biome-ignore lint/a11y/noAutofocus: Escape does not close the dialog while the frame has the focus */}
        <button type="button" className="button" autoFocus onClick={onClose}>
          Close
        </button>
      </DialogFooter>
    </>
  );
}

/** A line of the heading. It has its full height before its value is loaded. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children || ' '}</dd>
  </div>
);

/** The mail server's result for the sender (DMARC). */
const authentications: Readonly<Record<string, string>> = {
  pass: 'Verified by the mail server',
  fail: 'Not verified: the address is probably forged',
  none: 'Not verified by a mail server',
};

/** The document, which can neither run scripts nor read the page. */
function Frame({ src }: { src: string }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <iframe
      src={src}
      title="Original email"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      data-loaded={isLoaded || undefined}
      onLoad={() => setLoaded(true)}
    />
  );
}

const DocumentError = ({ error, retry }: { error: Error; retry: () => void }) =>
  isNotFound(error) && error.status === 410 ? (
    <p role="alert">{explainError(error)}</p>
  ) : (
    <ErrorState title="Couldn’t load the original" error={error} retry={retry} />
  );
