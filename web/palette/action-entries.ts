import type { Action } from '../keyboard/action.ts';
import { type ActionName, actionNames, describeAction } from '../keyboard/actions.ts';
import type { Keyboard } from '../keyboard/keyboard.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Entry } from './entry.ts';
import { fold } from './fold.ts';

/** What the palette calls the groups of the list, in the order in which it shows them. */
const sections = {
  Ticket: 'This ticket',
  Gist: 'This gist',
  List: 'This list',
  Go: 'Go to',
  Desk: 'Desk',
  Move: 'Move',
} as const satisfies Record<Action['group'], string>;

const groupIcons: Readonly<Record<Action['group'], IconName>> = {
  Ticket: 'inbox',
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
  'go.gists': 'file',
  'ticket.new': 'plus',
  'ticket.reply': 'bubble',
  'ticket.note': 'bubble',
  'ticket.assign': 'person',
  'ticket.priority': 'high',
  'ticket.tag': 'plus',
  'ticket.untag': 'tag',
  'ticket.state': 'open',
  'ticket.close': 'check',
  'ticket.reopen': 'open',
  'ticket.delete': 'trash',
  'message.send': 'bubble',
  'message.send.close': 'check',
  'message.discard': 'trash',
  'list.filter': 'sliders',
  'list.sort': 'sliders',
  'view.rename': 'pencil',
  'view.share': 'people',
  'view.delete': 'trash',
  'gist.star': 'star-outline',
  'gist.edit': 'pencil',
  'gist.save': 'check',
  'gist.delete': 'trash',
  'gist.new': 'plus',
  'gist.insert': 'file',
  theme: 'moon',
  shortcuts: 'keyboard',
  'shortcuts.off': 'keyboard',
  'shortcuts.on': 'keyboard',
  password: 'lock',
  programs: 'program',
  'sign-out': 'leave',
  undo: 'back',
};

/** What people call these besides. */
const otherWords: Readonly<Partial<Record<ActionName, string>>> = {
  'ticket.new': 'create add',
  'ticket.close': 'done resolve solve finish',
  'ticket.reopen': 'open again',
  'ticket.reply': 'answer write message',
  'ticket.note': 'comment internal',
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
  search: 'find filter',
  preferences: 'settings options',
  theme: 'appearance dark light mode colour color',
  density: 'compact comfortable rows',
  programs: 'programs tokens oauth access',
  'sign-out': 'log out logout exit leave',
  shortcuts: 'keys help keyboard',
};

/** What is not about the thing in view comes after what is. */
const sectionOf = (name: ActionName): string =>
  ['ticket.new', 'gist.new'].includes(name) ? 'New' : sections[describeAction(name).group];

const order: readonly string[] = [sections.Ticket, sections.Gist, sections.List, 'New', sections.Go, sections.Desk];

/**
 * People search tickets for what the choices of these are called: “Mara”, “refund”. So one of these words must be asked
 * for too. “tag refund” adds one.
 */
const needs: Readonly<Partial<Record<ActionName, string>>> = {
  'ticket.assign': 'Assign to owner agent give take',
  'ticket.tag': 'Add tag label',
  'ticket.untag': 'Remove untag take off',
};

/** Every action that is possible now, and what each can set. */
export function actionEntries(keyboard: Keyboard, query: string): Entry[] {
  const possible = actionNames.filter(name => name !== 'palette' && keyboard.isPossible(name));
  const entries = possible.flatMap(name => [entryOf(name, keyboard), ...choiceEntries(name, keyboard, query)]);
  return entries.toSorted((one, other) => order.indexOf(one.section) - order.indexOf(other.section));
}

function entryOf(name: ActionName, keyboard: Keyboard): Entry {
  const { label, group, keys } = describeAction(name);
  return {
    id: `action ${name}`,
    section: sectionOf(name),
    label,
    icon: icons[name] ?? groupIcons[group],
    hidden: otherWords[name] ?? '',
    keys,
    quiet: group === 'Move',
    run: () => keyboard.run(name),
  };
}

function choiceEntries(name: ActionName, keyboard: Keyboard, query: string): Entry[] {
  const { group, label: action, choice: words } = describeAction(name);
  if (words === undefined) return [];
  return keyboard.choicesOf(name, restAfter(words, query)).map(({ label, mark, chosen, choose }) => ({
    id: `choice ${name} ${label}`,
    section: sections[group],
    label: `${words} ${label}`,
    icon: icons[name] ?? groupIcons[group],
    mark,
    hidden: otherWords[name] ?? '',
    letters: Math.max(words.length, action.length) + 1,
    ...(needs[name] && { needs: needs[name] }),
    chosen,
    quiet: true,
    run: choose,
  }));
}

/** What somebody asks for beyond an action's words or the last of them: for “Add tag” of “tag refund” it is “refund”. */
function restAfter(words: string, query: string): string {
  const asked = query.trim();
  for (const start of [words, words.split(' ').at(-1) ?? words]) {
    if (fold(asked).text.startsWith(`${fold(start).text} `)) return asked.slice(start.length).trim();
  }
  return '';
}
