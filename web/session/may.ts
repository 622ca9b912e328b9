import type { RequestLine } from '../api.ts';
import { allowed } from '../connection/allowed.ts';
import { useStore } from '../store.ts';
import { usePerson } from './person.ts';

/** Where the contract's operations let a viewer write: at what is the person's own. */
const ownThings: readonly string[] = ['/views', '/views/{view_id}', '/gists/{gist_id}/star', '/people/me'];

/**
 * Whether the API lets the person do this. It goes by what the API said last of such an address; until it has said
 * anything, by the person's role, so that no control comes or goes. What belongs to somebody (`owner_id`) is beyond it.
 */
export function useMay(line: RequestLine): boolean {
  const [method = '', path = ''] = line.split(' ');
  const methods = useStore(allowed, methodsOf => methodsOf[path]);
  const { role } = usePerson();
  if (methods) return methods.includes(method);
  return role !== 'viewer' || method === 'GET' || ownThings.includes(path);
}

/** Whether the person works on tickets: makes and edits them. */
export function useMayWrite(): boolean {
  const mayCreate = useMay('POST /tickets');
  const mayEdit = useMay('PATCH /tickets/{ticket_id}');
  return mayCreate && mayEdit;
}
