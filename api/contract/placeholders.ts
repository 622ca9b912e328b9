import { withErrorName } from './fields.ts';

/** The placeholders of signatures. */
export const signaturePlaceholders = ['agent name', 'customer name', 'ticket id', 'ticket subject'] as const;
export type MailPlaceholder = (typeof signaturePlaceholders)[number];

/** The placeholders of acknowledgements, which are sent without an agent. */
export const acknowledgementPlaceholders = ['customer name', 'ticket id', 'ticket subject'] as const;

/** Lower-case words in braces. */
const placeholder = /\{([a-z][a-z ]*)\}/g;

/** Returns the arguments of a `refine` that rejects every other placeholder. */
export const knownPlaceholders = (known: readonly string[]) => {
  const isValid = (value: string): boolean =>
    [...value.matchAll(placeholder)].every(([, name = '']) => known.includes(name));
  const names = known.map(name => `{${name}}`).join(', ');
  return [isValid, withErrorName('not_allowed', `contains a placeholder other than ${names}`)] as const;
};

/** Fills in the placeholders of a text; unknown placeholders do not change. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
