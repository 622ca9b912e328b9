import type { LocalGistDraft } from './gist-draft.ts';

/** Returns a draft as text: the description, then each file's name and content. */
export const formatDraftText = ({ description, files }: LocalGistDraft): string =>
  [
    description?.value ?? '',
    ...files.filter(({ deleted }) => !deleted).map(({ name, content }) => [name, content].filter(Boolean).join('\n')),
  ]
    .filter(Boolean)
    .join('\n\n');
