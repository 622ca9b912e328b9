import {
  attachmentTypes,
  deliveryKinds,
  deliveryStates,
  directions,
  jobStates,
  mailReasons,
  mailStates,
  messageFormats,
  messageTypes,
  notificationKinds,
  personKinds,
  priorities,
  processingKinds,
  roles,
  scanStates,
  states,
  systemCauses,
  transports,
} from '#contract/enums';
import { type Collection, type ResourceName, resourceNames, resources } from '#contract/resources';
import type { Schema } from './schema.ts';

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

/** How a resource is stored: facts that backups and checks need. */
type StoredResource<Table extends keyof Schema> = {
  /** Columns that store an index into a list of values. */
  enumColumns: { readonly [Name in Column<Table>]?: readonly string[] };
  /** Columns that store 0 or 1. */
  booleanColumns: readonly Column<Table>[];
  /** Columns with the id of a person or null. */
  personColumns: readonly Column<Table>[];
  /**
   * Columns with the SHA-256 of a stored file or null. Each maps to the column of the file's size, and needs an index.
   */
  fileColumns: { readonly [Name in Column<Table>]?: Column<Table> };
  /**
   * The minimum of the resource's change counter. `rows`: the number of rows, which may be created in bulk. `versions`:
   * the sum of their versions. `transient`: the rows are work in progress, without a change counter, tombstones or
   * backup.
   */
  changes: 'rows' | 'versions' | 'transient';
  /** The number of rows that one statement of a backup reads. */
  pageSize: number;
  /** Tables whose rows belong to the resource. They lack the columns of a resource (`ResourceRow`). */
  dependents: { readonly [Name in keyof Schema]?: DependentTable<Name> };
};

/** `keyColumns` is in index order; `personKeyColumns` are the columns with the id of a person. */
type DependentTable<Table extends keyof Schema> = {
  keyColumns: readonly Column<Table>[];
  personKeyColumns: readonly Column<Table>[];
  pageSize: number;
};

const storedResources: { readonly [Name in ResourceName]: StoredResource<Collection<Name>> } = {
  person: {
    enumColumns: { role: roles, kind: personKinds },
    booleanColumns: ['disabled'],
    personColumns: [],
    fileColumns: {},
    changes: 'versions',
    pageSize: 500,
    dependents: {
      second_factors: { keyColumns: ['person_id', 'kind'], personKeyColumns: ['person_id'], pageSize: 500 },
      recovery_codes: { keyColumns: ['person_id', 'digest'], personKeyColumns: ['person_id'], pageSize: 500 },
      passkeys: { keyColumns: ['person_id', 'id'], personKeyColumns: ['person_id'], pageSize: 500 },
      notification_preferences: {
        ...{ keyColumns: ['person_id', 'kind'], personKeyColumns: ['person_id'] },
        pageSize: 500,
      },
    },
  },
  identity_provider: {
    enumColumns: { auto_create_role: roles },
    booleanColumns: ['client_secret_set', 'trust_unverified_email', 'trust_mfa', 'enabled'],
    personColumns: [],
    fileColumns: {},
    changes: 'versions',
    pageSize: 500,
    dependents: {},
  },
  identity: {
    enumColumns: {},
    booleanColumns: ['hides_password'],
    personColumns: [],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {},
  },
  ticket: {
    enumColumns: { state: states, priority: priorities },
    booleanColumns: ['awaiting_reply', 'undelivered'],
    personColumns: ['created_by', 'assignee_id'],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {
      message_ids: { keyColumns: ['ticket_n', 'id'], personKeyColumns: [], pageSize: 500 },
      participants: { keyColumns: ['ticket_n', 'email_key'], personKeyColumns: [], pageSize: 500 },
      watchers: { keyColumns: ['person_id', 'ticket_n'], personKeyColumns: ['person_id'], pageSize: 500 },
    },
  },
  notification: {
    enumColumns: { kind: notificationKinds, cause: systemCauses },
    booleanColumns: ['in_app', 'by_mail'],
    personColumns: ['person_id', 'actor_id'],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {},
  },
  message: {
    enumColumns: { type: messageTypes, direction: directions, format: messageFormats },
    booleanColumns: ['automatic', 'sender_known', 'sender_verified'],
    personColumns: ['author_id'],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {},
  },
  attachment: {
    enumColumns: { type: attachmentTypes, scan: scanStates },
    booleanColumns: [],
    personColumns: ['uploader_id'],
    fileColumns: { sha256: 'size' },
    changes: 'versions',
    pageSize: 500,
    dependents: {},
  },
  gist: {
    enumColumns: {},
    booleanColumns: ['public'],
    personColumns: ['owner_id'],
    fileColumns: {},
    changes: 'versions',
    pageSize: 20,
    dependents: {
      gist_files: { keyColumns: ['gist_n', 'position'], personKeyColumns: [], pageSize: 50 },
      stars: { keyColumns: ['person_id', 'gist_n'], personKeyColumns: ['person_id'], pageSize: 500 },
    },
  },
  view: {
    enumColumns: {},
    booleanColumns: ['shared'],
    personColumns: ['owner_id'],
    fileColumns: {},
    changes: 'versions',
    pageSize: 500,
    dependents: {},
  },
  tag: {
    enumColumns: {},
    booleanColumns: ['removing', 'deleted'],
    personColumns: ['removed_by'],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {},
  },
  customer: {
    enumColumns: {},
    booleanColumns: [],
    personColumns: [],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {},
  },
  mailbox: {
    enumColumns: { transport: transports },
    booleanColumns: ['enabled', 'subject_threading'],
    personColumns: ['default_assignee_id', 'person_id'],
    fileColumns: {},
    changes: 'versions',
    pageSize: 500,
    dependents: {
      mailbox_states: { keyColumns: ['mailbox_n'], personKeyColumns: [], pageSize: 500 },
      imap_cursors: { keyColumns: ['mailbox_n'], personKeyColumns: [], pageSize: 500 },
      mailbox_authorizations: { keyColumns: ['mailbox_n'], personKeyColumns: [], pageSize: 500 },
    },
  },
  mail: {
    enumColumns: { state: mailStates, reason: mailReasons, process_as: processingKinds },
    booleanColumns: ['starts_ticket', 'is_old', 'lacks_files'],
    personColumns: [],
    fileColumns: { file_id: 'size' },
    changes: 'versions',
    pageSize: 100,
    dependents: {},
  },
  delivery: {
    enumColumns: { kind: deliveryKinds, state: deliveryStates },
    booleanColumns: ['may_be_duplicate', 'announced'],
    personColumns: [],
    fileColumns: { source_sha256: 'size' },
    changes: 'versions',
    pageSize: 500,
    dependents: {
      delivery_recipients: { keyColumns: ['delivery_n', 'position'], personKeyColumns: [], pageSize: 500 },
      delivery_sources: { keyColumns: ['delivery_n'], personKeyColumns: [], pageSize: 50 },
    },
  },
  settings: {
    enumColumns: {},
    booleanColumns: [],
    personColumns: [],
    fileColumns: {},
    changes: 'versions',
    pageSize: 1,
    dependents: {},
  },
  client: {
    enumColumns: {},
    booleanColumns: [],
    personColumns: [],
    fileColumns: {},
    changes: 'versions',
    pageSize: 500,
    dependents: {},
  },
  audit_entry: {
    enumColumns: {},
    booleanColumns: [],
    personColumns: ['person_id'],
    fileColumns: {},
    changes: 'rows',
    pageSize: 500,
    dependents: {},
  },
  job: {
    enumColumns: { state: jobStates },
    booleanColumns: [],
    personColumns: [],
    fileColumns: {},
    changes: 'transient',
    pageSize: 500,
    dependents: {},
  },
};

/** Every resource with its table, each after the resources that its foreign keys reference. */
export const resourceTables = resourceNames.map(name => ({
  name,
  table: resources[name].collection,
  ...storedResources[name],
}));

/** The resources whose rows are permanent, and therefore in a backup. */
export const permanentTables = resourceTables.flatMap(({ changes, ...resource }) =>
  changes === 'transient' ? [] : [{ ...resource, changes }],
);

export const dependentTables = resourceTables.flatMap(({ dependents }) =>
  Object.entries(dependents).map(([table, rest]) => ({ table, ...rest })),
);

/** Every column that refers to a stored file. */
export const fileReferences = resourceTables.flatMap(({ table, fileColumns }) =>
  Object.entries(fileColumns).map(([column, sizeColumn]) => ({ table, column, sizeColumn })),
);
