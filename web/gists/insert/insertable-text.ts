import type { Gist } from '#contract';

type File = Pick<Gist['files'][string], 'content' | 'language'>;

/** Languages that are no code. */
const prose: readonly string[] = ['Markdown', 'Text'];

/** A file of a gist as it is inserted into a message: code gets a fence, longer than any run of backticks within. */
export function insertableText({ content, language }: File): string {
  if (language === null || prose.includes(language)) return content;
  const longestRun = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  return `${fence}${language.toLowerCase()}\n${content.replace(/\n+$/, '')}\n${fence}`;
}

/** A text as it is inserted between two others: one that begins with a fence gets lines of its own. */
export function asOwnLines(text: string, before: string, after: string): string {
  if (!/^(```|~~~)/.test(text)) return text;
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  const end = after === '' || after.startsWith('\n') ? '' : '\n';
  return `${start}${text}${end}`;
}
