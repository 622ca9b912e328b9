import { readdirSync, readFileSync } from 'node:fs';
import type { AttachmentType } from '#contract/enums';
import type { MailFile, ParsedMail } from '../parse/parsed-mail.ts';

/** The expected result of the parser, without the digest. */
type ExpectedMail = Omit<ParsedMail, 'digest' | 'date' | 'files'> & { date: string | null; files: ExpectedFile[] };

/** `detected` is omitted for files of an unknown type. */
type ExpectedFile = Pick<MailFile, 'name' | 'type' | 'size'> & { detected?: AttachmentType };

/** Describes the files of a mail as the corpus does. */
export const toExpectedFiles = (files: readonly MailFile[]): ExpectedFile[] =>
  files.map(({ name, type, size, detected }) => ({
    ...{ name, type, size },
    ...(detected.type !== 'application/octet-stream' && { detected: detected.type }),
  }));

/** The arrival of a mail. By default, it arrives once, in the mailbox `support`, with an unknown envelope. */
type Arrival = {
  mailbox?: string;
  envelope_from?: string;
  envelope_to?: string;
  /** The names of mails that arrive first. */
  after?: string[];
};

/** The result of a mail in the desk of `corpus-desk.ts`. */
export type Outcome = {
  state: 'processed' | 'held' | 'ignored';
  reason: string | null;
  /** The name of a ticket of the desk, `new` for a created ticket, or null. */
  ticket: string | null;
  /** The state of that ticket. */
  ticket_state: string;
  follow_up_of: string | null;
  sender_known: boolean;
  sender_verified: boolean | null;
  /** Whether the desk has the mail already, so that nothing is stored. */
  is_same_mail: boolean;
};

/** One mail of the corpus. Its JSON file has only the members that differ from `usualMail` and `usualOutcome`. */
export type CorpusMail = { name: string; bytes: Buffer; arrival: Arrival; parsed: ExpectedMail; outcome: Outcome };

const usualMail = (name: string): ExpectedMail => ({
  from: { name: 'Amélie Laurent', email: 'amelie@atelier.example' },
  replyTo: [],
  to: [{ name: 'Support', email: 'support@desk.example' }],
  cc: [],
  deliveredTo: [],
  messageId: `${name}@atelier.example`,
  inReplyTo: [],
  references: [],
  subject: 'The printer is on fire',
  date: '2026-11-23T10:00:00.000Z',
  body: 'The colour printer has been smoking since this morning.',
  format: 'text',
  foldedLines: 0,
  isCut: false,
  isAutomatic: false,
  senderDeskId: null,
  authenticationResults: [],
  report: null,
  files: [],
  wholeText: null,
});

const usualOutcome: Outcome = {
  state: 'processed',
  reason: null,
  ticket: 'new',
  ticket_state: 'open',
  follow_up_of: null,
  sender_known: true,
  sender_verified: null,
  is_same_mail: false,
};

const folder = new URL('corpus/', import.meta.url);

/** The corpus: `<name>.eml` with its expected result in `<name>.json`. */
export const corpus: readonly CorpusMail[] = readdirSync(folder)
  .filter(file => file.endsWith('.eml'))
  .map(file => {
    const name = file.slice(0, -'.eml'.length);
    const { arrival, parsed, outcome } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as {
      arrival?: Arrival;
      parsed?: Partial<ExpectedMail>;
      outcome?: Partial<Outcome>;
    };
    return {
      name,
      bytes: readFileSync(new URL(file, folder)),
      arrival: arrival ?? {},
      parsed: { ...usualMail(name), ...parsed },
      outcome: { ...usualOutcome, ...outcome },
    };
  });
