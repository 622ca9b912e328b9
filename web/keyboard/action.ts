/** What the list says of an action. */
export type Action = {
  /**
   * One stroke, or several with a space between them. A stroke is a KeyboardEvent.key (`Space` for a space), a letter as it is without Shift;
   * `Mod ` before it is ⌘ or Ctrl, `Shift ` is for letters and keys with names. None: for the palette alone.
   */
  keys?: string;
  label: string;
  group: 'Move' | 'Go' | 'List' | 'Ticket' | 'Gist' | 'Desk';
  /** What alone hears the key, while the focus is in it. None: the page, while nobody types. */
  scope?: 'In a list' | 'Writing a message' | 'Editing' | 'In any field';
  /** Not for those who only read. */
  writes?: true;
  /** Goes on while its key is held down. */
  repeats?: true;
  /** What the palette says before each thing that can be chosen: "Assign to" Mara Okafor. */
  choice?: string;
};
