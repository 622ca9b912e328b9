/** Everything the keyboard can do. The sheet is written from this list, and the handler listens to it. */
export const actions = {
  'list.next': { keys: 'j', label: 'Next ticket', group: 'Move' },
  'list.previous': { keys: 'k', label: 'Previous ticket', group: 'Move' },
  'list.open': { keys: 'Enter', label: 'Open the ticket', group: 'Move' },
  back: { keys: 'Escape', label: 'Back to the list', group: 'Move' },
  search: { keys: '/', label: 'Search tickets', group: 'Move' },
  'go.inbox': { keys: 'g i', label: 'Go to open tickets', group: 'Go' },
  'go.mine': { keys: 'g m', label: 'Go to my tickets', group: 'Go' },
  'go.gists': { keys: 'g g', label: 'Go to gists', group: 'Go' },
  'ticket.new': { keys: 'c', label: 'New ticket', group: 'Ticket', writes: true },
  'ticket.reply': { keys: 'r', label: 'Reply', group: 'Ticket', writes: true },
  'ticket.note': { keys: 'n', label: 'Write a note', group: 'Ticket', writes: true },
  'ticket.close': { keys: 'e', label: 'Close the ticket', group: 'Ticket', writes: true },
  'ticket.reopen': { keys: 'o', label: 'Reopen the ticket', group: 'Ticket', writes: true },
  'gist.star': { keys: 's', label: 'Star the gist, or take the star off', group: 'Gist' },
  undo: { keys: 'z', label: 'Undo what was just done', group: 'Help' },
  shortcuts: { keys: '?', label: 'Show this sheet', group: 'Help' },
} as const satisfies Record<string, Action>;

/** `keys` are the values of KeyboardEvent.key, with a space between those of a sequence. */
type Action = {
  keys: string;
  label: string;
  group: string;
  /** Not for those who only read. */
  writes?: true;
};

export type ActionName = keyof typeof actions;

/** The actions by group, in the order of the list; for those who only read, without those that write. */
export const groupActions = (mayWrite: boolean): readonly [group: string, actions: readonly Action[]][] => {
  const possible = Object.values<Action>(actions).filter(({ writes }) => mayWrite || !writes);
  return [...Map.groupBy(possible, ({ group }) => group)];
};
