import { useInfiniteQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { Delivery } from '#contract';
import { formatNames } from '../format-address.ts';
import { MailList } from '../mail-list.tsx';
import { MailRow, RowEnd, RowName, RowReason } from '../mail-row.tsx';
import { ownDeliveryChanges } from '../own-changes.ts';
import { deliveryList, outgoingProblems } from '../queries.ts';
import { useMailboxName } from '../use-mailbox-name.ts';
import { describeOutgoing } from './describe-outgoing.ts';
import { NoProblems } from './no-problems.tsx';
import { OutgoingActions } from './outgoing-actions.tsx';
import { useProblemList } from './use-problem-list.ts';

/** Outgoing mail that is waiting or has failed, with its actions. */
export function OutgoingList({ openId }: { openId: string | undefined }) {
  const list = useInfiniteQuery(deliveryList(outgoingProblems));
  const mails = list.data ?? [];
  const problems = useProblemList('outgoing', mails, openId);
  return (
    <>
      <MailList
        label="Outgoing mail"
        list={list}
        own={ownDeliveryChanges}
        rowState={problems.rowState}
        openId={openId}
        open={problems.open}
        empty={<NoProblems direction="outgoing" />}
      >
        {(mail, removed) => <OutgoingRow mail={mail} open={mail.id === openId} removed={removed} />}
      </MailList>
      <OutgoingActions problems={problems} mails={mails} />
    </>
  );
}

type OutgoingRowProps = { mail: Delivery; open: boolean; removed: boolean };

const OutgoingRow = memo(function OutgoingRow({ mail, open, removed }: OutgoingRowProps) {
  const getName = useMailboxName();
  const { label, hasFailed } = describeOutgoing(mail);
  return (
    <MailRow
      id={mail.id}
      href={`/mail/problems/outgoing/${encodeURIComponent(mail.id)}`}
      open={open}
      removed={removed}
      icon={hasFailed ? 'alert' : 'clock'}
      hasFailed={hasFailed}
      subject={mail.subject}
      at={mail.created_at}
    >
      <RowName>To {formatNames(mail.recipients)}</RowName>
      <RowReason hasFailed={hasFailed}>{label}</RowReason>
      <RowEnd>{getName(mail.mailbox_id)}</RowEnd>
    </MailRow>
  );
});
