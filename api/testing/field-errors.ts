import type { ApiResponse } from './request.ts';

/** Returns the status and each invalid field with its code, in response order. */
export const getStatusAndFieldErrors = ({ status, body }: ApiResponse) => [
  status,
  body.errors?.map(({ field, code }) => [field, code]),
];

/** Returns the invalid fields with their codes, sorted; empty unless the status is 422. */
export const getFieldErrors = ({ body: { errors = [] } }: ApiResponse): [field: string, code: number][] =>
  errors.map(({ field, code }): [string, number] => [field, code]).sort();
