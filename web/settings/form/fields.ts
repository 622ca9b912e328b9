import { formatByteSize, parseByteSize } from '#contract/byte-size';
import { formatDuration, parseDuration } from '#contract/duration';

/**
 * `checks` are check boxes; their text is the chosen values, separated by spaces. `lines` and `words` are lists: one
 * item per line, or items separated by commas.
 */
type FieldKind =
  | ('line' | 'text' | 'lines' | 'words' | 'number' | 'size' | 'duration' | 'date' | 'password')
  | ('switch' | 'choice' | 'checks');

/** A field of a settings form. Controls and drafts contain its value as text. */
export type SettingsField = {
  /** The path in the representation: `outbound.host`. */
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  placeholder?: string;
  options?: readonly { value: string; label: string }[];
  /** Finds a problem while the person types: "must be https". Null if the text is valid. */
  findProblem?: (text: string) => string | null;
  /** An empty text means null. */
  isNullable?: true;
  /** Beside the next field on wide screens. */
  isHalf?: true;
};

/** Values of all fields, as text. */
export type FieldTexts = Readonly<Record<string, string>>;

/** One version of the settings that a form edits. */
export type SettingsBase = { version: number; texts: FieldTexts };

const toText = ({ kind }: SettingsField, value: unknown): string => {
  if (value === null || value === undefined || kind === 'password') return '';
  if (kind === 'lines') return (value as readonly string[]).join('\n');
  if (kind === 'words') return (value as readonly string[]).join(', ');
  if (kind === 'checks') return (value as readonly string[]).join(' ');
  if (kind === 'duration') return formatDuration(Number(value));
  if (kind === 'date') return String(value).slice(0, 10);
  if (kind === 'size') return formatByteSize(Number(value));
  return String(value);
};

const toValue = ({ kind, isNullable }: SettingsField, text: string): unknown => {
  if (isNullable && text.trim() === '') return null;
  switch (kind) {
    case 'lines':
      return splitList(text, '\n');
    case 'words':
      return splitList(text, ',');
    case 'number':
      // The API rejects text that is not a number.
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'checks':
      return splitList(text, ' ');
    case 'duration':
      return parseDuration(text.trim()) ?? text;
    case 'size':
      return parseByteSize(text) ?? text;
    case 'date':
      return `${text}T00:00:00.000Z`;
    case 'switch':
      return text === 'true';
    case 'text':
    case 'password':
      return text;
    default:
      return text.trim();
  }
};

/** Returns whether two texts of a field mean the same value: "1gb" and "1 GB". */
export const hasSameValue = (field: SettingsField, first: string, second: string): boolean =>
  JSON.stringify(toValue(field, first)) === JSON.stringify(toValue(field, second));

/** Describes the text of a field for people. Uses the labels of its options if it has any. */
export function describeText({ kind, options }: SettingsField, text: string): string {
  if (kind === 'switch') return text === 'true' ? 'on' : 'off';
  const getLabel = (value: string): string => options?.find(option => option.value === value)?.label ?? value;
  const described = kind === 'checks' ? text.split(' ').map(getLabel).join(', ') : getLabel(text);
  return described === '' ? 'empty' : described;
}

const splitList = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map(part => part.trim())
    .filter(Boolean);

/** Reads the texts of all fields from a representation. */
export const readTexts = (fields: readonly SettingsField[], representation: object): FieldTexts =>
  Object.fromEntries(fields.map(field => [field.name, toText(field, getAt(representation, field.name))]));

const getAt = (value: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], value);

/** Builds the body of a PATCH from the fields whose texts differ from the base. */
export function buildChange(fields: readonly SettingsField[], base: FieldTexts, texts: FieldTexts): object {
  const change: Record<string, unknown> = {};
  for (const field of fields.filter(({ name }) => texts[name] !== base[name])) {
    const value = toValue(field, texts[field.name] ?? '');
    const [first = '', second] = field.name.split('.');
    change[first] = second === undefined ? value : { ...Object(change[first]), [second]: value };
  }
  return change;
}

/** Builds the body of a PUT from all fields, edited or not. Omits fields that `texts` lacks. */
export const buildBody = (fields: readonly SettingsField[], texts: FieldTexts): object =>
  buildChange(fields, {}, texts);
