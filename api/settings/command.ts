import { isDeepStrictEqual } from 'node:util';
import { Command } from 'commander';
import { type Settings, settingsBody } from '#contract';
import { formatByteSize, parseByteSize } from '#contract/byte-size';
import { defaultSettings } from '#contract/default-settings';
import { validate, withPlainErrors } from '../command-errors.ts';
import { CommandError, formatTable, type OpenDatabase, printNote, printResult, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { decodeSettings } from '../database/settings.ts';
import { nearlyFullTopic } from '../database/stored-bytes.ts';
import { requireNoErrors } from '../http/errors.ts';
import { findUnknownMailbox, requireConsistent } from './resource.ts';
import { findSettings, updateSettingsRow } from './store.ts';

/** `desk settings …`: shows and changes the settings of the desk. */
export const settingsCommand = (open: OpenDatabase, clock: () => number): Command =>
  new Command('settings')
    .description('show and change the settings of the desk; a change applies immediately')
    .addCommand(getCommand(open))
    .addCommand(setCommand(open, clock));

type Value = string | number | boolean | null;

/** Lists every setting by name: `desk_name`, `limits.max_file_bytes`. */
const listSettings = (settings: Settings): [name: string, value: Value][] =>
  Object.entries<Value | object>(settings).flatMap(([name, value]): [string, Value][] =>
    value !== null && typeof value === 'object'
      ? Object.entries<Value>({ ...value }).map(([member, inner]) => [`${name}.${member}`, inner])
      : [[name, value]],
  );

const defaults = new Map(listSettings(defaultSettings));
const names = [...defaults.keys()];

const isSize = (name: string): boolean => name.endsWith('_bytes');

const formatValue = (name: string, value: Value): string => {
  if (value === null) return 'none';
  return isSize(name) ? formatByteSize(Number(value)) : String(value);
};

/** @throws CommandError */
const requireName = (name: string): void => {
  if (!names.includes(name)) throw new CommandError(`${name} is not a setting. The settings are ${names.join(', ')}.`);
};

const getCommand = (open: OpenDatabase): Command =>
  new Command('get')
    .argument('[name]', 'a setting, such as limits.storage_bytes; if omitted, all settings')
    .description('show all settings, or the value of one setting')
    .option('--json', 'print JSON, with sizes in bytes')
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      if (name !== undefined) requireName(name);
      const settings = await withDatabase(open, async ({ read }) => decodeSettings((await findSettings(read)).changed));
      const values = new Map(listSettings(settings));
      if (name !== undefined) {
        const value = values.get(name) ?? null;
        return printResult(command, value, [formatValue(name, value)]);
      }
      const rows = [...defaults].map(([each, defaultValue]) => [
        each,
        ...[values.get(each) ?? null, defaultValue].map(value => formatValue(each, value)),
      ]);
      return printResult(command, settings, formatTable(['NAME', 'VALUE', 'DEFAULT'], rows));
    });

const setCommand = (open: OpenDatabase, clock: () => number): Command =>
  new Command('set')
    .argument('<name>', 'a setting, such as limits.storage_bytes')
    .argument('<value...>', 'text; a number; "true" or "false"; a size such as 25MB, 2.5 GB or 26214400; or "none"')
    .description('change one setting')
    .option('--json', 'print JSON, with sizes in bytes')
    .addHelpText('after', `\nSettings:\n${names.map(name => `  ${name}`).join('\n')}`)
    .action(async (name: string, words: string[], _options: unknown, command: Command) => {
      requireName(name);
      const value = parseValue(name, words.join(' '));
      await withDatabase(open, database => {
        database.subscribe(topic => {
          if (topic === nearlyFullTopic)
            printNote(command, 'Files and mails use at least 80% of this limit; at 100% uploads are rejected.');
        });
        return database.transaction(async writes => {
          const row = await findSettings(writes);
          const stored = decodeSettings(row.changed);
          const changed = validate(settingsBody, setValue(stored, name, value));
          await withPlainErrors(async () => {
            requireConsistent(changed);
            requireNoErrors(await findUnknownMailbox(writes, changed));
          });
          if (!isDeepStrictEqual(stored, changed)) await updateSettingsRow(writes, row, changed, commandActor(clock()));
        });
      });
      printResult(command, value, [`${name} is ${formatValue(name, value)}.`]);
    });

/** Returns the settings with one value changed. The value is not validated yet. */
const setValue = (settings: Settings, name: string, value: Value): object => {
  const [first = '', member] = name.split('.');
  if (member === undefined) return { ...settings, [first]: value };
  const groups: Record<string, unknown> = { ...settings };
  return { ...groups, [first]: { ...Object(groups[first]), [member]: value } };
};

/** @throws CommandError */
const parseValue = (name: string, text: string): Value => {
  if (text === 'none') return null;
  const defaultValue = defaults.get(name);
  if (typeof defaultValue === 'boolean') return parseBoolean(name, text);
  if (typeof defaultValue === 'string' || name === 'default_mailbox_id') return text;
  const value = isSize(name) ? parseByteSize(text) : /^\d{1,9}$/.test(text) ? Number(text) : null;
  if (value !== null) return value;
  const expected = isSize(name) ? 'a size such as 25MB, or a number of bytes' : 'a whole number';
  throw new CommandError(`${name} must be ${expected}, not "${text}".`);
};

/** @throws CommandError */
const parseBoolean = (name: string, text: string): boolean => {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new CommandError(`${name} must be true or false, not "${text}".`);
};
