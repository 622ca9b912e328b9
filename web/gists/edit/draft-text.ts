import type { FileEdit } from './gist-draft.ts';

type DraftText = {
  description: { value: string } | null;
  files: readonly Pick<FileEdit, 'name' | 'content' | 'deleted'>[];
};

/** Returns a draft as text: the description, then each file's name and content. */
export const formatDraftText = ({ description, files }: DraftText): string =>
  [
    description?.value ?? '',
    ...files.filter(({ deleted }) => !deleted).map(({ name, content }) => [name, content].filter(Boolean).join('\n')),
  ]
    .filter(Boolean)
    .join('\n\n');
