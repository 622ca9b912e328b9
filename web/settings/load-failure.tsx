import { ApiError } from '../api-client/errors.ts';
import { usePerson } from '../session/person.ts';
import { getSignInUrl } from '../session/sign-in-url.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** Error code: the session is older than the scope. */
const insufficientScope = 40_301;

/** Explains why a screen of the settings could not be loaded. @param title "Couldn’t load …" */
export function LoadFailure({ title, error, retry }: { title: string; error: unknown; retry: () => void }) {
  const { email } = usePerson();
  if (!(error instanceof ApiError) || error.code !== insufficientScope)
    return <ErrorState title={title} error={error} retry={retry} />;
  return (
    <EmptyState icon="lock" title="Sign in once more to use this screen">
      <p>This desk has new settings since you signed in.</p>
      <a className="button" href={getSignInUrl(location.pathname, email)}>
        Sign in
      </a>
    </EmptyState>
  );
}
