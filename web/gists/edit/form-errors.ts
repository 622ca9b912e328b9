import { ApiError, explainError } from '../../api-client/errors.ts';

type FormErrors = {
  /** Returns the error of a field. */
  forField: (field: string) => string | undefined;
  /** Returns the errors of a file's name and content. */
  forFile: (name: string) => { name: string | undefined; content: string | undefined };
  /** The errors that belong to no field of the form. */
  general: string | undefined;
};

/** Maps the server's errors to the form's fields. Paths contain file names unescaped: `files.a.txt.content`. */
export function getFormErrors(error: Error | null, names: readonly string[]): FormErrors {
  if (!error)
    return { forField: () => undefined, forFile: () => ({ name: undefined, content: undefined }), general: undefined };
  const errors = error instanceof ApiError ? error.errors : [];
  const findError = (path: string): string | undefined =>
    errors
      .filter(({ field }) => field === path)
      .map(({ message }) => message)
      .join(', ') || undefined;
  const knownPaths = new Set(['description', ...names.flatMap(name => [`files.${name}`, `files.${name}.content`])]);
  const otherErrors = errors.filter(({ field }) => !knownPaths.has(field));
  const general = errors.length === 0 ? explainError(error) : otherErrors.map(describe).join('; ');
  return {
    forField: findError,
    forFile: name => ({ name: findError(`files.${name}`), content: findError(`files.${name}.content`) }),
    general: general || undefined,
  };
}

const describe = ({ field, message }: { field: string; message: string }): string =>
  field === 'files' ? `The gist ${message}` : `${field} ${message}`;
