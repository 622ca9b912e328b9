import type { Action } from './action.ts';
import { scopedActions } from './scoped-actions.ts';

/** All actions. Keyboard handling, the shortcut sheet and the palette use this list. */
const actions = {
  'list.next': { keys: 'j', label: 'Next in the list', group: 'Move', repeats: true },
  'list.previous': { keys: 'k', label: 'Previous in the list', group: 'Move', repeats: true },
  'list.open': { keys: 'Enter', label: 'Open', group: 'Move' },
  'list.select': { keys: 'x', label: 'Select or deselect', group: 'Move', writes: true },
  'list.select.to': { keys: 'Shift x', label: 'Select up to here', group: 'Move', writes: true },
  'list.select.next': { keys: 'Shift j', label: 'Extend selection down', group: 'Move', writes: true, repeats: true },
  'list.select.previous': {
    keys: 'Shift k',
    label: 'Extend selection up',
    group: 'Move',
    writes: true,
    repeats: true,
  },
  'list.select.all': { label: 'Select all in the list', group: 'Move', writes: true },
  'list.show-new': { keys: '.', label: 'Show changes in the list', group: 'Move' },
  back: { keys: 'Escape', label: 'Back to the list', group: 'Move' },
  search: { keys: '/', label: 'Search the list', group: 'Move' },
  'go.open': { keys: 'g i', label: 'Go to open tickets', group: 'Go' },
  'go.mine': { keys: 'g m', label: 'Go to my tickets', group: 'Go' },
  'go.notifications': { keys: 'g u', label: 'Go to notifications', group: 'Go' },
  'go.drafts': { keys: 'g d', label: 'Go to drafts', group: 'Go' },
  'go.gists': { keys: 'g g', label: 'Go to gists', group: 'Go' },
  'go.settings': { keys: 'g s', label: 'Go to settings', group: 'Go' },
  'go.problems': { keys: 'g p', label: 'Go to mail problems', group: 'Go' },
  'go.captured': { label: 'Go to captured mail', group: 'Go' },
  'list.filter': { label: 'Filter the list', group: 'List' },
  'list.sort': { label: 'Sort the list', group: 'List' },
  'view.save': { keys: 'v', label: 'Save the list as a view', group: 'List' },
  'view.update': { label: 'Update the view with these filters', group: 'List' },
  'view.rename': { label: 'Rename the view', group: 'List' },
  'view.share': { label: 'Share or unshare the view', group: 'List' },
  'view.delete': { label: 'Delete the view', group: 'List' },
  'list.link': { keys: 'y l', label: 'Copy a link to the list', group: 'List' },
  'list.curl': { keys: 'y c', label: 'Copy the list as curl', group: 'List' },
  'notification.read': { keys: 'e', label: 'Mark as read or unread', group: 'Notification' },
  'notification.read.all': { keys: 'Shift e', label: 'Mark all as read', group: 'Notification' },
  'job.retry': { keys: 'r', label: 'Retry the job', group: 'Job', writes: true },
  'job.discard': { keys: '#', label: 'Discard the job…', group: 'Job', writes: true },
  'person.new': { keys: 'c', label: 'New person', group: 'Person', writes: true },
  'program.new': { keys: 'c', label: 'New program or script token', group: 'Program', writes: true },
  'ticket.new': { keys: 'c', label: 'New ticket', group: 'Ticket', writes: true },
  'ticket.reply': { keys: 'r', label: 'Reply', group: 'Ticket', writes: true },
  'ticket.note': { keys: 'n', label: 'Write a note', group: 'Ticket', writes: true },
  'message.forward': { keys: 'f', label: 'Forward a message', group: 'Ticket', writes: true },
  'message.files': { label: 'Download all files', group: 'Ticket' },
  'message.original': { label: 'Show original', group: 'Ticket' },
  'ticket.assign': { keys: 'a', label: 'Assign', group: 'Ticket', writes: true, choice: 'Assign to' },
  'ticket.priority': { keys: 'p', label: 'Set the priority', group: 'Ticket', writes: true, choice: 'Set priority to' },
  'ticket.tag': { keys: 't', label: 'Add a tag', group: 'Ticket', writes: true, choice: 'Add tag' },
  'ticket.untag': { label: 'Remove a tag', group: 'Ticket', writes: true, choice: 'Remove tag' },
  'ticket.state': { label: 'Set the state', group: 'Ticket', writes: true, choice: 'Set state to' },
  'ticket.close': { keys: 'e', label: 'Close the ticket', group: 'Ticket', writes: true },
  'ticket.reopen': { keys: 'o', label: 'Reopen the ticket', group: 'Ticket', writes: true },
  'ticket.watch': { keys: 'w', label: 'Watch the ticket or stop watching', group: 'Ticket' },
  'ticket.link': { label: 'Copy a link to the ticket', group: 'Ticket' },
  'ticket.markdown': { label: 'Copy the ticket as Markdown', group: 'Ticket' },
  'ticket.curl': { label: 'Copy the ticket as curl', group: 'Ticket' },
  'ticket.print': { label: 'Print the ticket', group: 'Ticket' },
  'customer.panel': { keys: 'i', label: 'Show or hide the customer', group: 'Ticket' },
  'gist.insert': { keys: 'Shift i', label: 'Insert a gist…', group: 'Ticket', writes: true },
  'message.attach': { keys: 'Shift a', label: 'Attach files…', group: 'Ticket', writes: true },
  'message.discard': { label: 'Discard the draft', group: 'Ticket', writes: true },
  'gist.new': { keys: 'g n', label: 'New gist', group: 'Gist', writes: true },
  'gist.edit': { keys: 'g e', label: 'Edit the gist', group: 'Gist', writes: true },
  'ticket.subject': { keys: 'Shift e', label: 'Edit the subject', group: 'Ticket', writes: true },
  'ticket.customer': { keys: 'Shift c', label: 'Edit the customer', group: 'Ticket', writes: true },
  'ticket.delete': { keys: '#', label: 'Delete the ticket…', group: 'Ticket', writes: true },
  'gist.star': { keys: 's', label: 'Star or unstar the gist', group: 'Gist' },
  'gist.delete': { label: 'Delete the gist…', group: 'Gist', writes: true },
  'mail.retry': { keys: 'r', label: 'Try again', group: 'Mail', writes: true },
  'mail.ticket': { keys: 't', label: 'Create a ticket', group: 'Mail', writes: true },
  'mail.add': { keys: 'a', label: 'Add to a ticket…', group: 'Mail', writes: true },
  'mail.discard': { keys: '#', label: 'Discard the email…', group: 'Mail', writes: true },
  'mail.retry.all': { label: 'Retry all outgoing mail', group: 'Mail', writes: true },
  'mail.customer.reply': { label: 'Reply as the customer', group: 'Mail', writes: true },
  'mail.customer.write': { label: 'Write as the customer', group: 'Mail', writes: true },
  palette: { keys: 'Mod k', label: 'Open the command palette', group: 'Desk' },
  preferences: { keys: 'g ,', label: 'Preferences', group: 'Desk' },
  theme: { label: 'Change the theme', group: 'Desk', choice: 'Theme:' },
  density: { label: 'Change the density of lists', group: 'Desk', choice: 'Density:' },
  'shortcuts.off': { label: 'Turn single-key shortcuts off', group: 'Desk' },
  'shortcuts.on': { label: 'Turn single-key shortcuts on', group: 'Desk' },
  password: { label: 'Change your password', group: 'Desk' },
  'sign-in-security': { label: 'Sign-in security', group: 'Desk' },
  'connected-apps': { label: 'Connected apps', group: 'Desk' },
  'sign-out': { label: 'Sign out', group: 'Desk' },
  undo: { keys: 'z', label: 'Undo the last action', group: 'Desk' },
  shortcuts: { keys: '?', label: 'Show the keyboard shortcuts', group: 'Desk' },
  ...scopedActions,
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

export const actionNames = Object.keys(actions) as ActionName[];

export const describeAction = (name: ActionName): Action => actions[name];

/** A row of the shortcut sheet: a label, and the keys of all actions that have this label. */
export type ShortcutRow = { label: string; name: ActionName; keys: readonly string[] };

/**
 * Groups the shortcuts by scope, or else by group, in the order of `actions`. Actions with the same label share a row.
 * Viewers get only actions that do not write.
 */
export function groupShortcuts(mayWrite: boolean): readonly [group: string, rows: readonly ShortcutRow[]][] {
  const rows = new Map<string, ShortcutRow>();
  for (const name of actionNames) {
    const { label, keys, writes } = describeAction(name);
    if (keys === undefined || (writes && !mayWrite)) continue;
    const row = rows.get(label) ?? { label, name, keys: [] };
    rows.set(label, { ...row, keys: [...row.keys, keys] });
  }
  return [
    ...Map.groupBy(rows.values(), ({ name }) => {
      const { scope, group } = describeAction(name);
      return scope ?? group;
    }),
  ];
}
