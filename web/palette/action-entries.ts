import { transcribeText } from '../api-client/normalize-text.ts';
import type { Action } from '../keyboard/action.ts';
import { type ActionName, actionNames, describeAction } from '../keyboard/actions.ts';
import type { Keyboard } from '../keyboard/keyboard.ts';
import type { IconName } from '../ui/icon.tsx';
import type { PaletteEntry } from './entry.ts';

/** Section titles of the action groups. */
const sections = {
  Ticket: 'This ticket',
  Notification: 'Notifications',
  Mail: 'This email',
  Job: 'This job',
  Person: 'People',
  Program: 'Programs',
  Gist: 'This gist',
  List: 'This list',
  Go: 'Go to',
  Desk: 'Desk',
  Move: 'Move',
} as const satisfies Record<Action['group'], string>;

const groupIcons: Readonly<Record<Action['group'], IconName>> = {
  Ticket: 'inbox',
  Notification: 'tick',
  Mail: 'mail',
  Job: 'refresh',
  Person: 'people',
  Program: 'apps',
  Gist: 'file',
  List: 'stack',
  Go: 'inbox',
  Desk: 'sliders',
  Move: 'down',
};

const icons: Readonly<Partial<Record<ActionName, IconName>>> = {
  'list.previous': 'up',
  back: 'back',
  search: 'search',
  'go.mine': 'person',
  'go.notifications': 'bell',
  'go.gists': 'file',
  'ticket.new': 'plus',
  'person.new': 'plus',
  'program.new': 'plus',
  'ticket.reply': 'bubble',
  'ticket.note': 'bubble',
  'message.files': 'download',
  'ticket.assign': 'person',
  'ticket.priority': 'high',
  'ticket.tag': 'plus',
  'ticket.untag': 'tag',
  'ticket.state': 'open',
  'ticket.close': 'check',
  'ticket.reopen': 'open',
  'ticket.watch': 'eye',
  'ticket.link': 'link',
  'ticket.markdown': 'copy',
  'ticket.curl': 'terminal',
  'ticket.print': 'printer',
  'ticket.delete': 'trash',
  'message.send': 'bubble',
  'message.send.close': 'check',
  'message.discard': 'trash',
  'list.filter': 'sliders',
  'list.sort': 'sliders',
  'view.rename': 'pencil',
  'view.share': 'people',
  'view.delete': 'trash',
  'go.problems': 'alert',
  'go.captured': 'mail',
  'mail.retry': 'refresh',
  'mail.retry.all': 'refresh',
  'mail.ticket': 'plus',
  'mail.add': 'inbox',
  'mail.discard': 'trash',
  'mail.customer.write': 'pencil',
  'gist.star': 'star-outline',
  'gist.edit': 'pencil',
  'gist.save': 'check',
  'gist.delete': 'trash',
  'gist.new': 'plus',
  'gist.insert': 'snippet',
  'customer.panel': 'person',
  'go.settings': 'sliders',
  theme: 'moon',
  shortcuts: 'keyboard',
  'shortcuts.off': 'keyboard',
  'shortcuts.on': 'keyboard',
  password: 'lock',
  'sign-in-security': 'shield',
  'connected-apps': 'apps',
  'sign-out': 'sign-out',
  undo: 'back',
};

/** Synonyms by which the search also finds an action. */
const synonyms: Readonly<Partial<Record<ActionName, string>>> = {
  'ticket.new': 'create add',
  'person.new': 'create add colleague account',
  'program.new': 'create add client oauth api',
  'ticket.close': 'done resolve solve finish',
  'ticket.reopen': 'open again',
  'ticket.reply': 'answer write message',
  'ticket.note': 'comment internal',
  'customer.panel': 'contact context details other tickets',
  'ticket.assign': 'owner agent give take',
  'ticket.state': 'status waiting pending',
  'ticket.priority': 'urgent importance',
  'ticket.tag': 'label',
  'ticket.untag': 'label take off',
  'message.send': 'reply add note answer post',
  'message.discard': 'drop throw away',
  'list.filter': 'narrow conditions',
  'list.sort': 'order',
  'view.update': 'save change',
  'view.share': 'publish private',
  'go.notifications': 'unread mentions bell inbox',
  'go.problems': 'failed held bounced email undelivered',
  'go.captured': 'sent email test preview',
  'mail.retry': 'resend process repeat',
  'mail.customer.write': 'test email simulate',
  'mail.customer.reply': 'test email answer simulate',
  search: 'find filter',
  preferences: 'settings options',
  'go.settings': 'people mailboxes email administration',
  theme: 'appearance dark light mode colour color',
  density: 'compact comfortable rows',
  'sign-in-security': 'two-step second factor authenticator totp 2fa recovery codes',
  'connected-apps': 'programs tokens oauth access',
  'sign-out': 'log out logout exit leave',
  shortcuts: 'keys help keyboard',
};

const getSection = (name: ActionName): string => (name.endsWith('.new') ? 'New' : sections[describeAction(name).group]);

const sectionOrder: readonly string[] = [
  sections.Ticket,
  sections.Notification,
  sections.Mail,
  sections.Job,
  sections.Person,
  sections.Program,
  sections.Gist,
  sections.List,
  'New',
  sections.Go,
  sections.Desk,
  sections.Move,
];

/**
 * A query must contain one of these words to find an action's choices, because labels of choices (“Mara”, “refund”) are
 * common ticket searches. For example, “tag refund” adds a tag.
 */
const requiredWords: Readonly<Partial<Record<ActionName, string>>> = {
  'ticket.assign': 'Assign to owner agent give take',
  'ticket.tag': 'Add tag label',
  'ticket.untag': 'Remove untag take off',
};

/** Returns entries for the available actions and their choices. */
export function createActionEntries(keyboard: Keyboard, query: string): PaletteEntry[] {
  const available = actionNames.filter(name => name !== 'palette' && keyboard.isAvailable(name));
  const entries = available.flatMap(name => [toEntry(name, keyboard), ...toChoiceEntries(name, keyboard, query)]);
  return entries.toSorted((a, b) => sectionOrder.indexOf(a.section) - sectionOrder.indexOf(b.section));
}

function toEntry(name: ActionName, keyboard: Keyboard): PaletteEntry {
  const { label, group, keys } = describeAction(name);
  return {
    id: `action ${name}`,
    section: getSection(name),
    label,
    icon: icons[name] ?? groupIcons[group],
    synonyms: synonyms[name] ?? '',
    keys,
    isSearchOnly: group === 'Move',
    run: () => keyboard.run(name),
  };
}

function toChoiceEntries(name: ActionName, keyboard: Keyboard, query: string): PaletteEntry[] {
  const { group, label: action, choice: prefix } = describeAction(name);
  if (prefix === undefined) return [];
  return keyboard.getChoices(name, removePrefix(prefix, query)).map(({ value, label, symbol, chosen, choose }) => ({
    // Two people may have the same name.
    id: `choice ${name} ${value}`,
    section: sections[group],
    label: `${prefix} ${label}`,
    icon: icons[name] ?? groupIcons[group],
    symbol,
    synonyms: synonyms[name] ?? '',
    rankLength: Math.max(prefix.length, action.length) + 1,
    ...(requiredWords[name] && { requiredWords: requiredWords[name] }),
    chosen,
    isSearchOnly: true,
    run: choose,
  }));
}

/**
 * Returns the query after the prefix or its last word. With “Add tag”, “tag refund” becomes “refund”. Returns an empty
 * string for other queries.
 */
function removePrefix(prefix: string, query: string): string {
  const text = query.trim();
  for (const start of [prefix, prefix.split(' ').at(-1) ?? prefix]) {
    if (transcribeText(text).startsWith(`${transcribeText(start)} `)) return text.slice(start.length).trim();
  }
  return '';
}
