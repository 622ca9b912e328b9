import { Link, type LinkProps } from '@tanstack/react-router';
import { isNotFound } from '../api-client/errors.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';

type MailErrorProps = { error: Error; retry: () => void; back: Pick<LinkProps, 'to'> };

/** Explains why a mail cannot be shown. The mail is unknown or deleted, or its request failed. */
export const MailError = ({ error, retry, back }: MailErrorProps) => (
  <>
    <h1 className="visually-hidden">Email</h1>
    {isNotFound(error) ? (
      <EmptyState icon="search" title={error.status === 410 ? 'This email was deleted' : 'Email not found'}>
        <p>{error.description}</p>
        <Link className="button" {...back}>
          Go to the list
        </Link>
      </EmptyState>
    ) : (
      <ErrorState title="Couldn’t load the email" error={error} retry={retry} />
    )}
  </>
);
