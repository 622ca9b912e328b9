import type { RequestLine } from '../api-client/client.ts';
import { allowedMethods } from '../api-client/connection/allowed-methods.ts';
import { useStore } from '../storage/observable-store.ts';
import { usePerson } from './person.ts';

/** Paths where viewers may write, because the resources are their own. Lists only paths that the app checks. */
const ownResources: readonly string[] = ['/views', '/views/{view_id}'];

/**
 * Returns whether the person may call an operation. Uses the last `Allow` header for the path. Before the first header,
 * it uses the role, so that controls do not appear or disappear later. Does not check ownership (`owner_id`).
 */
export function useIsAllowed(line: RequestLine): boolean {
  const [method = '', path = ''] = line.split(' ');
  const methods = useStore(allowedMethods, methodsByPath => methodsByPath[path]);
  const { role } = usePerson();
  if (methods) return methods.includes(method);
  return role !== 'viewer' || method === 'GET' || ownResources.includes(path);
}

/** Returns whether the person may create and edit tickets. */
export function useCanWriteTickets(): boolean {
  const mayCreate = useIsAllowed('POST /tickets');
  const mayEdit = useIsAllowed('PATCH /tickets/{ticket_id}');
  return mayCreate && mayEdit;
}
