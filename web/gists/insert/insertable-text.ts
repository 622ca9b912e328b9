import type { Gist } from '#contract';

type File = Pick<Gist['files'][string], 'content' | 'language'>;

/** Languages without a fence. */
const prose: readonly string[] = ['Markdown', 'Text'];

/** Returns a file's text for a message. Code gets a fence longer than any run of backticks within. */
export function toInsertableText({ content, language }: File): string {
  if (language === null || prose.includes(language)) return content;
  const longestRun = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  return `${fence}${language.toLowerCase()}\n${content.replace(/\n+$/, '')}\n${fence}`;
}

/** Adds line breaks around a text that starts with a fence. */
export function addLineBreaks(text: string, before: string, after: string): string {
  if (!/^(```|~~~)/.test(text)) return text;
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  const end = after === '' || after.startsWith('\n') ? '' : '\n';
  return `${start}${text}${end}`;
}
