import type { Answer } from './request.ts';

/** The status of an answer, and each bad field with its code as a 422 lists them. */
export const entriesOf = ({ status, body }: Answer) => [status, body.errors?.map(({ field, code }) => [field, code])];

/** The bad fields with their codes, sorted; none of an answer that is no 422. */
export const fieldsOf = ({ body: { errors = [] } }: Answer): [field: string, code: number][] =>
  errors.map(({ field, code }): [string, number] => [field, code]).sort();
