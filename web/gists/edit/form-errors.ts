import { ApiError, explainError } from '../../api-client/errors.ts';

/** Maps the server's errors to the form's fields. Paths contain file names unescaped: `files.a.txt.content`. */
export function getFormErrors(error: Error | null, names: readonly string[]) {
  const errors = error instanceof ApiError ? error.errors : [];
  const findError = (path: string): string | undefined =>
    errors
      .filter(({ field }) => field === path)
      .map(({ message }) => message)
      .join(', ') || undefined;
  const knownPaths = new Set(['description', ...names.flatMap(name => [`files.${name}`, `files.${name}.content`])]);
  const otherErrors = errors.filter(({ field }) => !knownPaths.has(field));
  const reason = error && errors.length === 0 ? explainError(error) : otherErrors.map(describe).join('; ');
  return {
    forField: findError,
    /** Returns the errors of a file's name and content. */
    forFile: (name: string) => ({ name: findError(`files.${name}`), content: findError(`files.${name}.content`) }),
    /** The errors that belong to no field of the form. */
    general: reason || undefined,
  };
}

const describe = ({ field, message }: { field: string; message: string }): string =>
  field === 'files' ? `The gist ${message}` : `${field} ${message}`;
