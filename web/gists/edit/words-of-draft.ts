import type { GistDraft } from './gist-draft.ts';

/** All that somebody has written in a gist and not saved: its description, then its files, each under its name. */
export const wordsOfDraft = ({ description, files }: GistDraft): string =>
  [
    description?.value ?? '',
    ...files.filter(({ deleted }) => !deleted).map(({ name, content }) => [name, content].filter(Boolean).join('\n')),
  ]
    .filter(Boolean)
    .join('\n\n');
