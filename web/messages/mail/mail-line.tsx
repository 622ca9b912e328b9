import type { Message } from '#contract';
import { formatAddress, formatName } from '../../mail/format-address.ts';
import { formatCount } from '../../ui/format-count.ts';
import { Icon } from '../../ui/icon.tsx';
import { AddToReply } from './add-to-reply.tsx';
import type { Address } from './addresses.ts';
import css from './mail-line.module.css';
import type { MessageMail } from './queries.ts';

type MailLineProps = { message: Message; mail: MessageMail | undefined };

/** Shows the addresses and files of an incoming mail. Marks a sender who is new on the ticket or not verified. */
export function MailLine({ message, mail }: MailLineProps) {
  const { sender_known: isKnown, sender_verified: isVerified } = message;
  // For mail that arrived before the desk stored files, only the file names are known.
  const files = message.attachments.length > 0 ? [] : (mail?.files ?? []);
  return (
    <div className={css.about}>
      {!isKnown && <span className={css.mark}>New on this ticket</span>}
      {isVerified === false && (
        <span className={css.mark} title="No mail server confirmed who sent this email.">
          Sender not verified
        </span>
      )}
      {!isKnown && mail?.from && <AddToReply ticketId={message.ticket_id} sender={mail.from} />}
      {mail && <Envelope mail={mail} />}
      {files.length > 0 && (
        <span className={css.files}>
          <Icon name="file" size={12} />
          {formatCount(files.length, 'file')}: <bdi>{files.map(({ name }) => name).join(', ')}</bdi>
        </span>
      )}
    </div>
  );
}

/** The addresses of a mail, folded to the names of its recipients. */
function Envelope({ mail: { from, reply_to: replyTo, to, cc } }: { mail: MessageMail }) {
  const rows: [label: string, addresses: readonly Address[]][] = [
    ['From', from ? [from] : []],
    ['Reply to', replyTo],
    ['To', to],
    ['Cc', cc],
  ];
  const joinNames = (addresses: readonly Address[]): string => addresses.map(formatName).join(', ');
  return (
    <details className={css.envelope}>
      <summary>
        <bdi>
          {to.length > 0 ? `To ${joinNames(to)}` : 'Addresses'}
          {cc.length > 0 && ` · Cc ${joinNames(cc)}`}
        </bdi>
      </summary>
      <dl>
        {rows
          .filter(([, addresses]) => addresses.length > 0)
          .map(([label, addresses]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{addresses.map(formatAddress).join(', ')}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
