import type { Colleague } from '../../people/queries.ts';
import type { FieldTexts, SettingsField } from '../form/fields.ts';

export const newMailboxFields: readonly SettingsField[] = [
  { name: 'name', label: 'Name', kind: 'line', hint: 'Customers see it as the sender.', isHalf: true },
  { name: 'address', label: 'Address', kind: 'line', placeholder: 'support@example.com', isHalf: true },
];

/** The fields of a mailbox, except those of incoming and outgoing mail and sign-in. */
export const mailboxFields = (people: readonly Colleague[]): readonly SettingsField[] => [
  ...newMailboxFields,
  {
    name: 'aliases',
    label: 'Aliases',
    kind: 'lines',
    hint: 'One address on each line. Mail to these addresses arrives here too.',
  },
  { name: 'enabled', label: 'This mailbox is in use', kind: 'switch', hint: 'Off: incoming and outgoing mail stops.' },
  {
    name: 'default_assignee_id',
    label: 'Assign new tickets to',
    kind: 'choice',
    isNullable: true,
    isHalf: true,
    options: [{ value: '', label: 'Unassigned' }, ...people.map(({ id, name }) => ({ value: id, label: name }))],
  },
  {
    ...{ name: 'default_tags', label: 'Tags of new tickets', kind: 'words', isHalf: true },
    ...{ hint: 'Separate tags with commas.', placeholder: 'mail, billing' },
  },
  {
    name: 'signature',
    label: 'Signature',
    kind: 'text',
    hint: 'Below each reply, in Markdown. {agent name}, {customer name}, {ticket id} and {ticket subject} are filled in.',
  },
  {
    name: 'acknowledgement',
    label: 'Automatic first reply',
    kind: 'text',
    isNullable: true,
    hint: 'Sent once for each new ticket. Empty: no reply is sent.',
  },
  {
    name: 'new_ticket_after_days',
    label: 'Reopen closed tickets within (days)',
    kind: 'number',
    hint: 'Mail that arrives later starts a new ticket.',
  },
  {
    name: 'subject_threading',
    label: 'Find tickets by [#1042] in the subject',
    kind: 'switch',
    hint: 'Only for senders who are already on the ticket.',
  },
];

type Server = { password_set: boolean } | null;

type ServerTexts = { label: string; host: string; ports: { tls: number; starttls: number } };

const imapServer: ServerTexts = { label: 'IMAP server', host: 'imap.example.com', ports: { tls: 993, starttls: 143 } };
const smtpServer: ServerTexts = { label: 'SMTP server', host: 'smtp.example.com', ports: { tls: 465, starttls: 587 } };

/** The fields of an IMAP or SMTP server that come before the user name. */
const serverFields = (
  direction: 'inbound' | 'outbound',
  isNew: boolean,
  { label, host, ports }: ServerTexts,
): SettingsField[] => [
  { name: `${direction}.host`, label, kind: 'line', placeholder: host, isHalf: true },
  { name: `${direction}.port`, label: 'Port', kind: 'number', placeholder: String(ports.tls), isHalf: true },
  {
    name: `${direction}.security`,
    label: 'Encryption',
    kind: 'choice',
    options: [
      ...(isNew ? [{ value: '', label: 'Choose' }] : []),
      { value: 'tls', label: `TLS, usually port ${ports.tls}` },
      { value: 'starttls', label: `STARTTLS, usually port ${ports.starttls}` },
      { value: 'none', label: 'None, only on this machine' },
    ],
  },
  {
    name: `${direction}.authentication`,
    label: 'Signs in with',
    kind: 'choice',
    options: [
      { value: isNew ? '' : 'password', label: 'Password' },
      { value: 'oauth', label: 'Google, Microsoft or another provider, see “Sign-in”' },
    ],
  },
];

const passwordField = (direction: 'inbound' | 'outbound', server: Server): SettingsField => ({
  ...{ name: `${direction}.password`, label: 'Password', kind: 'password', isHalf: true },
  ...(server?.password_set && { hint: 'A password is stored. Leave this empty to keep it.' }),
});

type Incoming = { inbound: Server };

/** Returns the text of the field `incoming`: `imap` or `none`. Programs can deliver mail in either case. */
export const toIncoming = ({ inbound }: Incoming): string => (inbound === null ? 'none' : 'imap');

/** All fields of incoming mail. */
export const incomingFields = ({ inbound }: Incoming): readonly SettingsField[] => {
  const isNew = inbound === null;
  return [
    {
      name: 'incoming',
      label: 'Import mail from',
      kind: 'choice',
      options: [
        { value: 'none', label: 'None: other programs deliver mail' },
        { value: 'imap', label: 'The IMAP server below' },
      ],
    },
    ...serverFields('inbound', isNew, imapServer),
    { name: 'inbound.user', label: 'User', kind: 'line', isHalf: true },
    passwordField('inbound', inbound),
    { name: 'inbound.folder', label: 'Folder', kind: 'line', placeholder: 'INBOX' },
    {
      name: 'inbound.after_import',
      label: 'Imported mail',
      kind: 'choice',
      isHalf: true,
      options: [
        { value: isNew ? '' : 'leave', label: 'Stays as it is' },
        { value: 'seen', label: 'Is marked as read' },
        { value: 'move', label: 'Is moved to another folder' },
      ],
    },
    {
      name: 'inbound.move_to',
      label: 'Move it to',
      kind: 'line',
      isNullable: true,
      placeholder: 'Archive',
      isHalf: true,
    },
    {
      ...{ name: 'inbound.import_since', label: 'Import mail since', kind: 'date', isNullable: true },
      hint: 'Empty: only new mail. Older mail gets no automatic reply.',
    },
    {
      name: 'trusted_authserv_id',
      label: 'Name in Authentication-Results',
      kind: 'line',
      isNullable: true,
      placeholder: 'mx.example.com',
      hint: 'The name that your own mail server writes. Empty: senders are not verified.',
    },
  ];
};

/** Selects the fields for the chosen mail source, and for the chosen action after an import. */
export const selectIncomingFields = (fields: readonly SettingsField[], texts: FieldTexts): readonly SettingsField[] =>
  fields.filter(
    ({ name }) =>
      (texts['incoming'] === 'imap' || !name.startsWith('inbound.')) &&
      (texts['inbound.after_import'] === 'move' || name !== 'inbound.move_to'),
  );

type ConnectionChange = { incoming?: string; inbound?: object; trusted_authserv_id?: string | null };

/**
 * Builds the body of a PATCH of the connection. If the source or the IMAP server changed and the source is `none`, the
 * body removes the server.
 *
 * @param source the text of the field `incoming`, changed or not
 */
export const buildIncomingChange = (change: ConnectionChange, source: string | undefined) => {
  const { incoming, inbound, ...others } = change;
  if (incoming === undefined && inbound === undefined) return others;
  return { ...others, inbound: source === 'none' ? null : { ...inbound } };
};

/** The fields of outgoing mail: the transport, and the server of the connection. */
export const outgoingFields = ({ outbound }: { outbound: Server }): readonly SettingsField[] => {
  return [
    {
      name: 'transport',
      label: 'Delivery',
      kind: 'choice',
      options: [
        { value: 'capture', label: 'Captured: mail stays on this desk' },
        { value: 'smtp', label: 'Sent through the SMTP server below' },
      ],
    },
    ...serverFields('outbound', outbound === null, smtpServer),
    { name: 'outbound.user', label: 'User', kind: 'line', isNullable: true, isHalf: true },
    passwordField('outbound', outbound),
    { name: 'outbound.max_per_minute', label: 'Emails per minute', kind: 'number', placeholder: '60', isHalf: true },
    { name: 'outbound.max_connections', label: 'Connection limit', kind: 'number', placeholder: '2', isHalf: true },
    {
      name: 'outbound.plus_addressing',
      label: 'Mail to plus addresses arrives here',
      kind: 'switch',
      hint: 'Mail to name+anything@… reaches this mailbox. Customers’ replies are then added to their tickets reliably.',
    },
    {
      name: 'outbound.bounce_addressing',
      label: 'Mail to bounce addresses arrives here',
      kind: 'switch',
      hint: 'Mail to bounce+anything@… reaches this mailbox.',
    },
  ];
};
