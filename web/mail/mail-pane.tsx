import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNotReadable } from '../api-client/errors.ts';
import { BackLink } from '../list/back-link.tsx';
import detailPane from '../list/detail-pane.module.css';
import { PageTitle } from '../session/page-title.tsx';
import { BodySkeleton, HeadingSkeleton } from '../ui/skeleton.tsx';
import { MailBody } from './mail-detail.tsx';
import { MailError } from './mail-error.tsx';

type MailPaneProps<Mail> = {
  query: UseQueryResult<Mail>;
  /** Link to the list that the mail belongs to. */
  back: Pick<LinkProps, 'to'>;
  /** The page title until the subject is known. */
  title: string;
  /** Renders the toolbar. The mail is undefined until it is loaded. */
  toolbar: (mail: Mail | undefined) => ReactNode;
  heading: (mail: Mail) => ReactNode;
  /** Renders the content below the heading. */
  children: (mail: Mail) => ReactNode;
};

/** An open mail beside its list, or its loading or error state. */
export function MailPane<Mail extends { subject: string | null }>(props: MailPaneProps<Mail>) {
  const { query, back, title, toolbar, heading, children } = props;
  const { data: mail, error, refetch } = query;
  return (
    <section className={detailPane.pane} aria-label="Email">
      {error && (!mail || isNotReadable(error)) ? (
        <MailError error={error} retry={() => void refetch()} back={back} />
      ) : (
        <>
          <PageTitle>{mail?.subject ?? title}</PageTitle>
          <header className={detailPane.header}>
            <div className={detailPane.toolbar}>
              <BackLink label="Back to the list" to={back} />
              {toolbar(mail)}
            </div>
            {mail ? heading(mail) : <HeadingSkeleton />}
          </header>
          {mail ? <MailBody>{children(mail)}</MailBody> : <BodySkeleton subject="the email" />}
        </>
      )}
    </section>
  );
}
