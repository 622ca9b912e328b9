import { ApiError } from '../api-client/errors.ts';
import { usePerson } from '../session/person.ts';
import { getSignInUrl } from '../session/sign-in-url.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/form-error.tsx';

const insufficientScope = 40_301;

/**
 * Explains why a screen of the settings could not be loaded.
 *
 * @param title of the error state: "Couldn’t load …"
 */
export function LoadFailure({ title, error, retry }: { title: string; error: unknown; retry: () => void }) {
  if (!lacksScope(error)) return <ErrorState title={title} error={error} retry={retry} />;
  return (
    <EmptyState icon="lock" title="Sign in again to use this screen">
      <p>The permission for this screen was added after you signed in.</p>
      <SignInLink />
    </EmptyState>
  );
}

/** Explains why settings could not be saved. `message` replaces the error's own text. */
export function SaveFailure({ error, message }: { error: unknown; message?: string | undefined }) {
  if (!lacksScope(error)) return <FormError error={error} message={message} />;
  return (
    <>
      <FormError
        error={null}
        message="Sign in again to save these settings. Your changes stay here, except passwords."
      />
      <SignInLink />
    </>
  );
}

/** Returns whether the session lacks a scope that the request needs. A session may be older than the scope. */
export const lacksScope = (error: unknown): boolean => error instanceof ApiError && error.code === insufficientScope;

function SignInLink() {
  const { email } = usePerson();
  return (
    <a className="button" href={getSignInUrl(location.pathname, email)}>
      Sign in
    </a>
  );
}
