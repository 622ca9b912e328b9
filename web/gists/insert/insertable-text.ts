import type { Gist } from '#contract';
import { isProse } from '../is-prose.ts';

type File = Pick<Gist['files'][string], 'content' | 'language'>;

/** Returns a file's text for a message. Code gets a fence longer than any run of backticks in it. */
export function toInsertableText(name: string, { content, language }: File): string {
  const infoString = language?.toLowerCase() ?? getExtensionAsLanguage(name);
  if (infoString === null || (language !== null && isProse(language))) return content;
  const longestRun = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  return `${fence}${infoString}\n${content.replace(/\n+$/, '')}\n${fence}`;
}

/** Returns the extension of a file without a known language. Null for prose, or without an extension. */
function getExtensionAsLanguage(name: string): string | null {
  const extension = /\.([a-z][a-z0-9]*)$/i.exec(name)?.[1]?.toLowerCase() ?? null;
  return extension === 'text' || extension === 'markdown' ? null : extension;
}

/** Adds line breaks around text that starts with a fence. */
export function addLineBreaks(text: string, before: string, after: string): string {
  if (!/^(```|~~~)/.test(text)) return text;
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  const end = after === '' || after.startsWith('\n') ? '' : '\n';
  return `${start}${text}${end}`;
}
