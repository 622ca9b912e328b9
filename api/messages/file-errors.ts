import type { FieldError } from '#contract';
import { fieldError } from '../http/errors.ts';

/** Creates an error for each id in `unusable`. If the id is also in `deleted`, the error text asks for a new upload. */
export const createFileErrors = (
  ids: readonly string[],
  unusable: readonly string[],
  deleted: readonly string[] = [],
): FieldError[] =>
  ids.flatMap((id, index) =>
    unusable.includes(id)
      ? [
          fieldError(
            `attachment_ids[${index}]`,
            'unknown_reference',
            deleted.includes(id)
              ? 'was deleted: upload the file again'
              : 'must be the id of a file that you uploaded and that no other message uses',
          ),
        ]
      : [],
  );
