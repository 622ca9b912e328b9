import { lifetimeRanges } from '#contract/client-limits';
import { formatDuration, parseDuration } from '#contract/duration';
import { type ClientKind, clientKinds, type Scope, scopes } from '#contract/enums';
import { findRedirectUriProblem } from '#contract/redirect-uri';
import { scopeLabels } from '#contract/scope-labels';
import { buildChange, type FieldTexts, readTexts, type SettingsField } from '../form/fields.ts';

export const programKindLabels: Readonly<Record<ClientKind, string>> = {
  confidential: 'Server',
  public: 'App or page',
  implicit: 'Legacy page',
};

const kindExplanations: Readonly<Record<ClientKind, string>> = {
  confidential: 'stores a secret and authenticates with it',
  public: 'runs on people’s devices, where a secret would not stay secret',
  implicit: 'reads the token from its URL (only for old programs)',
};

/** Names the scopes of a program or token. */
export const describeScopes = (granted: readonly Scope[]): string =>
  granted.map(scope => scopeLabels[scope]).join(' · ');

export const scopesField: SettingsField = {
  name: 'scopes',
  label: 'It may',
  kind: 'checks',
  hint: 'The role of the person limits this further.',
  options: scopes.map(value => ({ value, label: scopeLabels[value] })),
};

const kindField: SettingsField = {
  name: 'kind',
  label: 'Kind',
  kind: 'choice',
  options: clientKinds.map(value => ({ value, label: `${programKindLabels[value]}: ${kindExplanations[value]}` })),
};

const lifetimeField = (
  name: keyof typeof lifetimeRanges,
  field: Pick<SettingsField, 'label' | 'hint' | 'isNullable'>,
): SettingsField => ({
  ...{ ...field, name: `lifetimes.${name}`, kind: 'duration', isHalf: true },
  findProblem: text => findDurationProblem(text, lifetimeRanges[name]),
});

const accessLifetime = lifetimeField('access_token_seconds', {
  label: 'Access token lifetime',
  hint: 'For example 10m. Programs with a refresh token renew it.',
});

const refreshLifetimes = [
  lifetimeField('refresh_idle_seconds', {
    label: 'Unused access',
    hint: 'Access that is not used ends after this time, for example 30d',
  }),
  lifetimeField('refresh_end_seconds', {
    label: 'Maximum access time',
    hint: 'Access ends after this time even if it is used, for example 90d. Empty: no limit.',
    isNullable: true,
  }),
  lifetimeField('refresh_grace_seconds', {
    label: 'Grace period',
    hint: 'For this time, such as 10s, a used refresh token returns the same tokens',
  }),
];

/** The fields of a program. Only a new program can choose its kind. */
export const programFields = (kind: string, isNew: boolean): readonly SettingsField[] => [
  { name: 'name', label: 'Name', kind: 'line', hint: 'People see it when they give access' },
  ...(isNew ? [kindField] : []),
  {
    ...{
      name: 'redirect_uris',
      label: 'Redirect URIs',
      kind: 'lines',
      placeholder: 'https://program.example/back',
    },
    hint: 'One URI on each line. The URI that the program sends must match one of them exactly.',
    findProblem: findRedirectProblem,
  },
  {
    ...{ name: 'post_logout_redirect_uris', label: 'Post-logout redirect URIs', kind: 'lines' },
    placeholder: 'https://program.example/',
    hint: 'Only for a program that also signs people out of the desk. They return to one of these URIs.',
    findProblem: findRedirectProblem,
  },
  scopesField,
  {
    ...{ name: 'rate_limit', label: 'Requests per minute per person', kind: 'number', isNullable: true },
    hint: 'Empty: the limit of the desk.',
    isHalf: true,
  },
  accessLifetime,
  ...(kind === 'implicit' ? [] : refreshLifetimes),
];

/** Explains the first invalid redirect URI; null if all are valid. Adds the line number if there are several lines. */
export const findRedirectProblem = (text: string): string | null => {
  const lines = text.split('\n').map(line => line.trim());
  for (const [index, line] of lines.entries()) {
    const problem = line === '' ? null : findRedirectUriProblem(line);
    if (problem !== null) return lines.length === 1 ? problem : `(line ${index + 1}) ${problem}`;
  }
  return null;
};

/** Explains why a text is not a duration from `min` to `max` seconds. Null if it is valid. */
export const findDurationProblem = (text: string, { min, max }: { min: number; max: number }): string | null => {
  const seconds = parseDuration(text.trim());
  if (seconds === null) return 'is not a duration such as 90s, 10m, 8h or 30d';
  if (seconds < min) return `is less than ${formatDuration(min)}`;
  return seconds > max ? `is more than ${formatDuration(max)}` : null;
};

/** The initial texts of a new program. Kind, limit and lifetimes are the defaults of the API. */
export const newProgramTexts: FieldTexts = readTexts(programFields('', true), {
  ...{ name: '', kind: 'confidential', scopes: [], rate_limit: null },
  ...{ redirect_uris: [], post_logout_redirect_uris: [] },
  lifetimes: {
    access_token_seconds: 600,
    refresh_idle_seconds: 2_592_000,
    refresh_end_seconds: null,
    refresh_grace_seconds: 0,
  },
});

/** Builds the body of a new program from the fields of its kind. Omits hidden fields that were typed before. */
export const buildNewProgram = (texts: FieldTexts): object =>
  buildChange(programFields(texts['kind'] ?? '', true), newProgramTexts, texts);
