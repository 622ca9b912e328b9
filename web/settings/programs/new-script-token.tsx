import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { defaultTokenDays, maxTokenDays } from '#contract/client-limits';
import { call } from '../../api-client/client.ts';
import { createIdempotencyKeys } from '../../api-client/idempotency-keys.ts';
import { BackLink } from '../../list/back-link.tsx';
import detailPane from '../../list/detail-pane.module.css';
import { PageTitle } from '../../session/page-title.tsx';
import { usePerson } from '../../session/person.ts';
import { ToastSpacer } from '../../toasts/toast-spacer.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { readTexts, type SettingsField } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';
import { peopleListQuery } from '../people/queries.ts';
import settings from '../settings.module.css';
import { Credentials } from './credentials.tsx';
import { scopesField } from './program-fields.ts';
import { scriptTokensQuery } from './queries.ts';

/** Creates a token for a script, and shows it once. */
export function NewScriptTokenPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { id: ownId } = usePerson();
  const fields = useTokenFields();
  const empty = { version: 0, texts: readTexts(fields, { person_id: ownId, scopes: [], days: defaultTokenDays }) };
  const [getKey] = useState(createIdempotencyKeys);
  const first = useFirstFocus<HTMLDivElement>();
  const [token, setToken] = useState<string | null>(null);
  const state = useSettingsForm({
    fields,
    current: empty,
    draftPath: 'settings/tokens/new',
    save: async change => {
      const body = { name: '', scopes: [], person_id: ownId, ...change };
      const { body: created } = await call('POST /script_tokens', { body, idempotencyKey: getKey(body) });
      void client.invalidateQueries({ queryKey: scriptTokensQuery.queryKey });
      setToken(created.token);
      return empty;
    },
    reload: async () => empty,
  });
  return (
    <section className={detailPane.pane} aria-label="New script token">
      <PageTitle>New script token</PageTitle>
      <header className={detailPane.header}>
        <div className={detailPane.toolbar}>
          <BackLink label="Back to script tokens" to={{ to: '/settings/programs/tokens' }} />
          <h1 className={settings.title}>New script token</h1>
        </div>
      </header>
      <div ref={first} className={settings.screen}>
        <SettingsForm
          title="Token"
          about="A script with this token acts for the person, without a sign-in."
          fields={fields}
          state={state}
        />
        <ToastSpacer under="page" />
      </div>
      <Credentials
        title="New token"
        values={token === null ? null : { Token: token }}
        onStored={() => void navigate({ to: '/settings/programs/tokens' })}
      >
        Send it as the bearer token of each request. It is shown only now.
      </Credentials>
    </section>
  );
}

function useTokenFields(): readonly SettingsField[] {
  const { data: people = [] } = useQuery(peopleListQuery);
  return [
    { name: 'name', label: 'Name', kind: 'line', hint: 'What the token is for' },
    {
      ...{ name: 'person_id', label: 'Acts for', kind: 'choice', isHalf: true },
      options: people.filter(({ disabled }) => !disabled).map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      ...{ name: 'days', label: 'Valid for (days)', kind: 'number', isHalf: true },
      hint: `At most ${maxTokenDays}`,
    },
    scopesField,
  ];
}
