import { useInfiniteQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { Mail } from '#contract';
import { formatName } from '../format-address.ts';
import { MailList } from '../mail-list.tsx';
import { MailRow, RowEnd, RowName, RowReason } from '../mail-row.tsx';
import { ownMailChanges } from '../own-changes.ts';
import { incomingProblems } from '../queries.ts';
import { useMailboxName } from '../use-mailbox-name.ts';
import { IncomingActions } from './incoming-actions.tsx';
import { incomingReasons } from './incoming-reasons.ts';
import { NoProblems } from './no-problems.tsx';
import { useProblemList } from './use-problem-list.ts';

/** Incoming mail that is held or failed, with its actions. */
export function IncomingList({ openId }: { openId: string | undefined }) {
  const list = useInfiniteQuery(incomingProblems);
  const problems = useProblemList('incoming', list.data ?? [], openId);
  return (
    <>
      <MailList
        label="Incoming mail"
        list={list}
        own={ownMailChanges}
        rowState={problems.rowState}
        openId={openId}
        open={problems.open}
        empty={<NoProblems direction="incoming" />}
      >
        {(mail, removed) => <IncomingRow mail={mail} open={mail.id === openId} removed={removed} />}
      </MailList>
      <IncomingActions problems={problems} />
    </>
  );
}

type IncomingRowProps = { mail: Mail; open: boolean; removed: boolean };

const IncomingRow = memo(function IncomingRow({ mail, open, removed }: IncomingRowProps) {
  const getName = useMailboxName();
  const hasFailed = mail.state === 'failed';
  return (
    <MailRow
      id={mail.id}
      href={`/mail/problems/incoming/${encodeURIComponent(mail.id)}`}
      open={open}
      removed={removed}
      icon={hasFailed ? 'alert' : 'mail'}
      hasFailed={hasFailed}
      subject={mail.subject}
      at={mail.created_at}
    >
      <RowName>{describeSender(mail)}</RowName>
      {mail.reason !== null && <RowReason hasFailed={hasFailed}>{incomingReasons[mail.reason].label}</RowReason>}
      <RowEnd>{getName(mail.mailbox_id)}</RowEnd>
    </MailRow>
  );
});

/** Returns the name or email in the From header, or else the envelope sender. */
const describeSender = ({ from, envelope_from }: Mail): string =>
  from ? formatName(from) : envelope_from || 'Unknown sender';
