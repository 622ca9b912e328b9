import { createStore, type ReadableStore } from '../../storage/observable-store.ts';
import type { EditConflictError } from './patch-ticket.ts';
import type { FieldName } from './ticket-fields.ts';

/** The conflicting fields that get the person's own values. `isDismissed`: the dialog was closed without saving. */
export type ConflictResolution = { ownFields: readonly FieldName[]; isDismissed: boolean };

export type OpenConflict = { error: EditConflictError; resolve: (resolution: ConflictResolution) => void };

const open = createStore<readonly OpenConflict[]>([]);

/** Unresolved conflicts, oldest first. */
export const openConflicts: ReadableStore<readonly OpenConflict[]> = open;

/** Opens the conflict dialog. Resolves when the person saves a choice or dismisses the dialog. */
export const requestResolution = (error: EditConflictError): Promise<ConflictResolution> =>
  new Promise(resolve => {
    const conflict: OpenConflict = {
      error,
      resolve: resolution => {
        open.write(open.read().filter(each => each !== conflict));
        resolve(resolution);
      },
    };
    open.write([...open.read(), conflict]);
  });
