import type { Action } from './action.ts';

const inList = { group: 'Move', scope: 'In a list' } as const;
const selecting = { ...inList, writes: true } as const;
const viewing = { group: 'Ticket', scope: 'Viewing a picture' } as const;
const writing = { group: 'Ticket', scope: 'Writing a message', writes: true } as const;

/** Actions whose keys are handled by lists, fields, forms and the picture dialog (`matchesAction`). */
export const scopedActions = {
  'row.next': { ...inList, keys: 'ArrowDown', label: 'Next in the list' },
  'row.previous': { ...inList, keys: 'ArrowUp', label: 'Previous in the list' },
  'row.page.next': { ...inList, keys: 'PageDown', label: 'Page down' },
  'row.page.previous': { ...inList, keys: 'PageUp', label: 'Page up' },
  'row.first': { ...inList, keys: 'Home', label: 'First row' },
  'row.last': { ...inList, keys: 'End', label: 'Last row' },
  'row.select': { ...selecting, keys: 'Space', label: 'Select or deselect' },
  'row.select.to': { ...selecting, keys: 'Shift Space', label: 'Select up to here' },
  'row.select.next': { ...selecting, keys: 'Shift ArrowDown', label: 'Extend selection down' },
  'row.select.previous': { ...selecting, keys: 'Shift ArrowUp', label: 'Extend selection up' },
  'row.select.page.next': { ...selecting, keys: 'Shift PageDown', label: 'Extend selection one page down' },
  'row.select.page.previous': { ...selecting, keys: 'Shift PageUp', label: 'Extend selection one page up' },
  'row.select.first': { ...selecting, keys: 'Shift Home', label: 'Extend selection to the first row' },
  'row.select.last': { ...selecting, keys: 'Shift End', label: 'Extend selection to the last row' },
  'message.send': { ...writing, keys: 'Mod Enter', label: 'Send the message' },
  'message.send.close': { ...writing, keys: 'Mod Shift Enter', label: 'Send and close the ticket' },
  'message.gist': { ...writing, keys: '/', label: 'Insert a gist (on an empty line)' },
  'message.placeholder': { ...writing, keys: 'Tab', label: 'Next placeholder' },
  'picture.next': { ...viewing, keys: 'j', label: 'Next picture' },
  'picture.previous': { ...viewing, keys: 'k', label: 'Previous picture' },
  'picture.right': { ...viewing, keys: 'ArrowRight', label: 'Next picture' },
  'picture.left': { ...viewing, keys: 'ArrowLeft', label: 'Previous picture' },
  'form.save': { keys: 'Mod Enter', label: 'Save or create', group: 'Desk', scope: 'Editing', writes: true },
  'gist.save': { keys: 'Mod s', label: 'Save the gist', group: 'Gist', scope: 'Editing', writes: true },
  'field.leave': { keys: 'Escape', label: 'Leave the field', group: 'Move', scope: 'In any field' },
} as const satisfies Record<string, Action>;
