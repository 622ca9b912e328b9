import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScriptToken } from '#contract';
import { call } from '../../api-client/client.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { useHasDraft } from '../../storage/drafts.ts';
import { showDone } from '../../toasts/toast-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Time } from '../../ui/time.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { describeScopes } from './program-fields.ts';
import css from './programs.module.css';
import { ProgramsPane } from './programs-pane.tsx';
import { scriptTokensQuery } from './queries.ts';

/** The script tokens, each with the person for whom it acts. */
export function ScriptTokensPage() {
  const navigate = useNavigate();
  const hasDraft = useHasDraft(usePerson().id, ['settings/tokens/new']);
  useAction('program.new', () => void navigate({ to: '/settings/programs/tokens/new' }));
  return (
    <ProgramsPane
      title="Script tokens"
      apiPath="/script_tokens"
      action={
        <Link className="button primary" to="/settings/programs/tokens/new">
          {hasDraft ? 'Continue draft' : 'New token'} <KeyHint keys="c" />
        </Link>
      }
    >
      <TokenRows />
    </ProgramsPane>
  );
}

function TokenRows() {
  const { data: tokens, error, isPending, refetch } = useQuery(scriptTokensQuery);
  if (isPending) return <RowSkeletons subject="script tokens" count={8} />;
  if (!tokens) return <LoadFailure title="Couldn’t load script tokens" error={error} retry={() => void refetch()} />;
  if (tokens.length === 0)
    return (
      <EmptyState icon="apps" title="No script tokens">
        <p>A script with a token acts for one person, without a sign-in.</p>
      </EmptyState>
    );
  return (
    <ul className={css.rows} aria-label="Script tokens">
      {tokens.map(token => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ul>
  );
}

function TokenRow({ token }: { token: ScriptToken }) {
  const person = usePersonName()(token.person_id);
  return (
    <li className={css.token}>
      <span className={css.name}>
        <strong className="truncate" dir="auto">
          {token.name}
        </strong>
        <span className={css.kind}>
          for <bdi>{person}</bdi>
        </span>
      </span>
      <span className={`${css.scopes} truncate`}>{describeScopes(token.scopes)}</span>
      <span className={css.use}>
        <span>
          Until <Time at={token.expires_at} as="when" />
        </span>
        <RevokeToken token={token} />
      </span>
    </li>
  );
}

function RevokeToken({ token: { id, name } }: { token: ScriptToken }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => call('DELETE /script_tokens/{script_token_id}', { params: { script_token_id: id } }),
    onSuccess: () => {
      setConfirming(false);
      void client.invalidateQueries({ queryKey: scriptTokensQuery.queryKey });
      showDone(`Token ${name} revoked`);
    },
  });
  const dismiss = (): void => {
    reset();
    setConfirming(false);
  };
  return (
    <>
      <button
        type="button"
        className="button"
        aria-label={`Revoke the token ${name}`}
        onClick={() => setConfirming(true)}
      >
        Revoke
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Revoke this token?"
        action="Revoke"
        {...{ error, isPending }}
        onConfirm={mutate}
        onDismiss={dismiss}
      >
        <p>
          Scripts that use “<bdi>{name}</bdi>” lose access immediately.
        </p>
      </ConfirmDialog>
    </>
  );
}
