import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SettingsRepresentation } from '#contract';
import { call } from '../../api-client/client.ts';
import { limitsQuery } from '../../files/queries.ts';
import { mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { storeDeskName } from '../../storage/desk-name.ts';
import { readTexts, type SettingsField } from '../form/fields.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { useSettingsForm } from '../form/use-settings-form.ts';

type DeskFormProps = {
  title: string;
  name: string;
  about: ReactNode;
  fields: readonly SettingsField[];
  stored: SettingsRepresentation;
};

/** Edits a part of the settings. All parts share one version. `name` identifies the draft of this part. */
export function DeskForm({ title, name, about, fields, stored }: DeskFormProps) {
  const client = useQueryClient();
  const toBase = (representation: SettingsRepresentation) => ({
    version: representation.version,
    texts: readTexts(fields, representation),
  });
  const store = (changed: SettingsRepresentation) => {
    client.setQueryData(deskSettingsQuery.queryKey, changed);
    storeDeskName(changed.desk_name);
    for (const queryKey of [limitsQuery.queryKey, mailboxStatusesQuery.queryKey])
      void client.invalidateQueries({ queryKey });
    return toBase(changed);
  };
  const state = useSettingsForm({
    fields,
    current: toBase(stored),
    draftPath: `settings/desk/${name}`,
    save: async (body, ifVersion) => store((await call('PATCH /settings', { body, ifVersion })).body),
    reload: async () => store((await call('GET /settings', {})).body),
    canUndo: true,
  });
  return <SettingsForm title={title} about={about} fields={fields} state={state} />;
}
