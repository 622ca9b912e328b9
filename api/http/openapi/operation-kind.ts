import { z } from 'zod';
import { anyMediaType, type Operation } from '#contract/operation';

/** The kind of an operation decides its request headers, response headers and possible errors. */
export type OperationKind =
  | 'list'
  | 'report'
  | 'read'
  | 'file'
  | 'create'
  | 'upload'
  | 'create_file'
  | 'replace'
  | 'update'
  | 'delete'
  | 'mark';

const kinds: Record<string, OperationKind> = {
  GET: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/**
 * A file is a response of bytes. An upload is a request body of bytes, and that of a new file may have any type. A list
 * returns an array; a report has no version; a mark (a star) has neither a request body nor a response body, and its
 * path continues after the id of an item.
 */
export const getOperationKind = ({
  method,
  path,
  body,
  bodyType,
  response,
  responseType,
  hasVersion,
}: Operation): OperationKind => {
  if (responseType !== undefined) return 'file';
  if (bodyType === anyMediaType) return 'create_file';
  if (bodyType !== undefined) return 'upload';
  if (response instanceof z.ZodArray) return 'list';
  if (method === 'GET' && response instanceof z.ZodObject && !('version' in response.shape)) return 'report';
  if (body === null && response === null && !path.endsWith('}') && !hasVersion) return 'mark';
  const kind = kinds[method];
  if (kind === undefined) throw new Error(`${method} ${path} has no operation kind.`);
  return kind;
};

/** A PUT creates its resource under the id at the end of the path; a part of a resource always exists. */
export const createsMissing = ({ path }: Operation): boolean => path.endsWith('}');
