import { ApiError, explain } from '../../api-errors.ts';

type Complaints = {
  /** What is wrong with a field. */
  of: (field: string) => string | undefined;
  /** What is wrong with a file's name or content. */
  ofFile: (name: string) => { name: string | undefined; content: string | undefined };
  /** What no field in the form is to blame for. */
  general: string | undefined;
};

/** What the server has to say of a gist, by the fields of its form. A path names a file as it is: `files.a.txt.content`. */
export function complaintsOf(error: Error | null, names: readonly string[]): Complaints {
  if (!error)
    return { of: () => undefined, ofFile: () => ({ name: undefined, content: undefined }), general: undefined };
  const errors = error instanceof ApiError ? error.errors : [];
  const at = (path: string): string | undefined =>
    errors
      .filter(({ field }) => field === path)
      .map(({ message }) => message)
      .join(', ') || undefined;
  const shown = new Set(['description', ...names.flatMap(name => [`files.${name}`, `files.${name}.content`])]);
  const left = errors.filter(({ field }) => !shown.has(field));
  const general = errors.length === 0 ? explain(error) : left.map(describe).join('; ');
  return {
    of: at,
    ofFile: name => ({ name: at(`files.${name}`), content: at(`files.${name}.content`) }),
    general: general || undefined,
  };
}

const describe = ({ field, message }: { field: string; message: string }): string =>
  field === 'files' ? `The gist ${message}` : `${field} ${message}`;
