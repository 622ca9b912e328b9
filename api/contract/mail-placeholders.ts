/** The placeholders of signatures and acknowledgements, without zod. */
export const mailPlaceholders = ['agent name', 'customer name', 'ticket id', 'ticket subject'] as const;
export type MailPlaceholder = (typeof mailPlaceholders)[number];

/** Matches `{agent name}` and every other word in braces, as in gists. */
const placeholder = /\{(\p{L}[\p{L}\p{N} _-]{0,60})\}/gu;

const isKnown = (name: string): name is MailPlaceholder => (mailPlaceholders as readonly string[]).includes(name);

/** Returns the placeholders of a text that no mail can fill in. */
export const findUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name).filter(name => !isKnown(name));

/** Fills in the known placeholders of a text. */
export const fillPlaceholders = (text: string, values: Readonly<Record<MailPlaceholder, string>>): string =>
  text.replace(placeholder, (whole, name: string) => (isKnown(name) ? values[name] : whole));
