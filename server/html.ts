/** Escaped or trusted markup. */
export type Html = { readonly markup: string };

type Value = string | number | Html | readonly Html[] | null;

/** Builds markup; text values are escaped, markup is not, and null adds nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(toMarkup)),
});

const toMarkup = (value: Value): string => {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return 'markup' in value ? value.markup : value.map(each => each.markup).join('');
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '');
