/** A resource of the contract; api/database/resources.ts declares how it is stored. */
type Resource = {
  /** The plural: the name of its list and its table. */
  collection: string;
  /** The resource whose URL is a prefix of the URL of this resource; null if there is none. */
  parent: string | null;
  /** The path parameter with the id; null for a resource that exists once. */
  parameter: string | null;
  /** True if the resource can be deleted; its URL returns 410 afterwards. */
  deletable: boolean;
  /** True if its owner may hide the resource from other people. */
  canBePrivate: boolean;
  /**
   * The types of its events. A change that closes or reopens a ticket has the type `closed` or `reopened` instead of
   * `updated`. A resource without types has no change log.
   */
  events: readonly string[];
};

/** The resources of the API, each after the resources that its foreign keys reference. */
export const resources = {
  person: {
    collection: 'people',
    parent: null,
    parameter: 'person_id',
    deletable: false,
    canBePrivate: false,
    events: [],
  },
  identity_provider: {
    collection: 'identity_providers',
    parent: null,
    parameter: 'identity_provider_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  identity: {
    collection: 'identities',
    parent: 'person',
    parameter: 'identity_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  ticket: {
    collection: 'tickets',
    parent: null,
    parameter: 'ticket_id',
    deletable: true,
    canBePrivate: false,
    events: ['created', 'updated', 'closed', 'reopened', 'deleted'],
  },
  notification: {
    collection: 'notifications',
    parent: null,
    parameter: 'notification_id',
    deletable: false,
    canBePrivate: false,
    events: [],
  },
  message: {
    collection: 'messages',
    parent: 'ticket',
    parameter: 'message_id',
    deletable: true,
    canBePrivate: false,
    events: ['created', 'updated', 'deleted', 'sent', 'failed'],
  },
  attachment: {
    collection: 'attachments',
    parent: null,
    parameter: 'attachment_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  gist: {
    collection: 'gists',
    parent: null,
    parameter: 'gist_id',
    deletable: true,
    canBePrivate: true,
    events: ['created', 'updated', 'deleted'],
  },
  view: {
    collection: 'views',
    parent: null,
    parameter: 'view_id',
    deletable: true,
    canBePrivate: true,
    events: [],
  },
  tag: {
    collection: 'tags',
    parent: null,
    parameter: 'name',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  customer: {
    collection: 'customers',
    parent: null,
    parameter: 'email',
    deletable: false,
    canBePrivate: false,
    events: [],
  },
  mailbox: {
    collection: 'mailboxes',
    parent: null,
    parameter: 'mailbox_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  mail: {
    collection: 'mails',
    parent: null,
    parameter: 'mail_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  delivery: {
    collection: 'deliveries',
    parent: null,
    parameter: 'delivery_id',
    deletable: false,
    canBePrivate: false,
    events: [],
  },
  settings: {
    collection: 'settings',
    parent: null,
    parameter: null,
    deletable: false,
    canBePrivate: false,
    events: [],
  },
  client: {
    collection: 'clients',
    parent: null,
    parameter: 'client_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  audit_entry: {
    collection: 'audit_entries',
    parent: null,
    parameter: 'audit_entry_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
  job: {
    collection: 'jobs',
    parent: null,
    parameter: 'job_id',
    deletable: true,
    canBePrivate: false,
    events: [],
  },
} as const satisfies Record<string, Resource>;

type Resources = typeof resources;

/** Resources with `id`, `url`, `version` and times, which support conditional requests. */
export type ResourceName = keyof Resources;
export const resourceNames = Object.keys(resources) as ResourceName[];
export const isResource = (name: string): name is ResourceName => name in resources;

export type Collection<Name extends ResourceName = ResourceName> = Resources[Name]['collection'];

/** The collections without a parent resource. */
export const topCollections: readonly Collection[] = resourceNames
  .filter(name => resources[name].parent === null)
  .map(name => resources[name].collection);

/** Resources whose URLs contain an id. */
export type NamedResource = {
  [Name in ResourceName]: Resources[Name]['parameter'] extends string ? Name : never;
}[ResourceName];
export const isNamed = (name: ResourceName): name is NamedResource => resources[name].parameter !== null;

export type DeletableResource = {
  [Name in ResourceName]: Resources[Name]['deletable'] extends true ? Name : never;
}[ResourceName];
export const isDeletable = (name: ResourceName): name is DeletableResource => resources[name].deletable;

/** The event types of the change log, such as `ticket.closed`. */
export type EventType = {
  [Name in ResourceName]: `${Name}.${Resources[Name]['events'][number]}`;
}[ResourceName];
export const eventTypes: readonly EventType[] = resourceNames.flatMap(name =>
  resources[name].events.map(event => `${name}.${event}` as EventType),
);

/** Resources with a change log. */
export type EventKind = {
  [Name in ResourceName]: Resources[Name]['events'] extends readonly [] ? never : Name;
}[ResourceName];
export const eventKinds: readonly EventKind[] = resourceNames.filter(
  (name): name is EventKind => resources[name].events.length > 0,
);
